import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { guides, type Guide } from './guides';
import { renderMarkdown, type RenderedMarkdown } from './markdown';

/** `docs` of the checkout or of the image. */
const folder = join(__dirname, '../../../../../docs');

export type GuidePage = Guide & RenderedMarkdown;

/** Returns every guide, rendered. @param base the path prefix of the service, such as `/chat`; usually empty. */
export function readGuides(base: string): ReadonlyMap<string, GuidePage> {
  return new Map(
    guides.map((guide) => {
      const text = readFileSync(join(folder, guide.file), 'utf8');
      return [guide.slug, { ...renderMarkdown(text, (href) => linkFrom(guide.file, href, base)), ...guide }];
    }),
  );
}

/** Resolves a link in a guide; null if the target is only available in the repository. */
function linkFrom(file: string, href: string, base: string): string | null {
  if (href.startsWith('https://') || href.startsWith('#')) return href;
  if (href.startsWith('/docs/')) return base + href;
  const [path = '', fragment] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  if (target === 'openapi.json') return `${base}/openapi.json`;
  const guide = guides.find((one) => one.file === target);
  return guide ? `${base}/docs/${guide.slug}${fragment ? `#${fragment}` : ''}` : null;
}
