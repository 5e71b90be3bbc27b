import type { ContentOf } from '@chat/contracts/connector';
import { cutFilename } from '@chat/media';
import { isObject } from '../provider/answer.rules';

/**
 * The longest name of a document, in code points:
 * https://noapp.notion.site/Message-Types-on-WhatsApp-f3cb8f3619b24506b3a441ff43326a6b.
 */
const MAX_FILENAME_LENGTH = 240;

const kinds = ['image', 'video', 'document'] as const;
type Kind = (typeof kinds)[number];

/** The media kind of a template's header; null if it has none. */
export function headerMediaKind(template: object): Kind | null {
  const { components } = template as { components?: unknown };
  const header = Array.isArray(components) ? (components as unknown[]).find(isHeader) : undefined;
  const [first] = Array.isArray(header?.parameters) ? (header.parameters as unknown[]) : [];
  return kinds.find((kind) => isObject(first) && first.type === kind) ?? null;
}

/** The name of a document in the provider's shape, cut to what the provider accepts. */
export function documentName(filename: string | null): { filename?: string } {
  return filename === null ? {} : { filename: cutFilename(filename, MAX_FILENAME_LENGTH) };
}

/** Returns the template with its uploaded media in its header. */
export function withHeaderMedia(
  { template, header_media: media }: ContentOf<'template'>,
  mediaId: string | null,
): object {
  const kind = headerMediaKind(template);
  if (kind === null || mediaId === null) return template;
  const filename = kind === 'document' ? documentName(media?.filename ?? null) : {};
  const parameter = { type: kind, [kind]: { id: mediaId, ...filename } };
  const { components } = template as { components: unknown[] };
  return {
    ...template,
    components: components.map((component) =>
      isHeader(component) ? { ...component, parameters: [parameter] } : component,
    ),
  };
}

function isHeader(component: unknown): component is { type: string; parameters?: unknown } {
  return isObject(component) && component.type === 'header';
}
