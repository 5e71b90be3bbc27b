import type { ContentOf } from '@chat/contracts/connector';
import { isObject } from '../provider/answer.rules';

const kinds = ['image', 'video', 'document'] as const;
type Kind = (typeof kinds)[number];

/** The media kind of a template's header; null if it has none. */
export function headerMediaKind(template: object): Kind | null {
  const { components } = template as { components?: unknown };
  const header = Array.isArray(components) ? (components as unknown[]).find(isHeader) : undefined;
  const [first] = Array.isArray(header?.parameters) ? (header.parameters as unknown[]) : [];
  return kinds.find((kind) => isObject(first) && first.type === kind) ?? null;
}

/** Returns the template with its uploaded media in its header. */
export function withHeaderMedia(
  { template, header_media: media }: ContentOf<'template'>,
  mediaId: string | null,
): object {
  const kind = headerMediaKind(template);
  if (kind === null || mediaId === null) return template;
  const filename =
    kind === 'document' && media && media.filename !== null ? { filename: media.filename } : {};
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
