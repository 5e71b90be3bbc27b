import { createHash } from 'node:crypto';
import { html, Html } from '../pages/html';
import { icon, mark, PRODUCT } from '../pages/page';
import { style } from '../pages/style';
import { guides } from './guides';

export interface DocsPage {
  readonly title: string;
  readonly body: Html;
  /** The slug of the current guide. */
  readonly current?: string;
  /** The search terms. */
  readonly words?: string;
}

/** The hosted pages' design, extended for texts, tables and code. */
const docsStyle = `${style}
body { align-items: stretch; padding: 0; gap: 0; }
body > header {
  position: sticky; top: 0; z-index: 1; padding: var(--unit) calc(var(--unit) * 3); flex-wrap: wrap;
  background: var(--card); border-bottom: 1px solid var(--line);
}
header a { display: flex; align-items: center; gap: var(--unit); color: inherit; text-decoration: none; }
header nav { display: flex; gap: calc(var(--unit) * 2.5); margin-left: calc(var(--unit) * 2); font-weight: 500; }
header form { margin-left: auto; flex: 0 1 18rem; }
header input { min-height: 2.375rem; font-weight: 400; }
.frame {
  display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: calc(var(--unit) * 4); width: 100%;
  max-width: 75rem; margin: 0 auto; padding: calc(var(--unit) * 4) calc(var(--unit) * 3);
}
.frame > nav ul { position: sticky; top: 5rem; margin: 0; padding: 0; list-style: none; }
.frame > nav a {
  display: block; padding: calc(var(--unit) * 0.6) var(--unit); border-radius: var(--radius); color: var(--quiet);
  text-decoration: none;
}
.frame > nav a:hover { color: var(--text); background: var(--card); }
.frame > nav a[aria-current] { color: var(--accent); background: var(--tint); font-weight: 600; }
main { max-width: 52rem; padding: calc(var(--unit) * 5); }
h1 { font-size: 1.75rem; margin-bottom: calc(var(--unit) * 2); }
h2 { margin: calc(var(--unit) * 5) 0 var(--unit); font-size: 1.25rem; }
h3 { margin: calc(var(--unit) * 3) 0 var(--unit); font-size: 1.0625rem; }
h2, h3 { line-height: 1.3; scroll-margin-top: 5rem; overflow-wrap: anywhere; }
main ul, main ol { margin: 0 0 calc(var(--unit) * 2); padding-left: 1.5rem; }
li { margin-bottom: calc(var(--unit) / 2); }
pre {
  margin: 0 0 calc(var(--unit) * 2); padding: calc(var(--unit) * 2); overflow-x: auto; background: var(--ground);
  border: 1px solid var(--line); border-radius: var(--radius);
}
pre code { overflow-wrap: normal; }
p code, li code, td code { padding: 0.1em 0.3em; background: var(--ground); border-radius: 0.25rem; }
.wide { overflow-x: auto; margin: 0 0 calc(var(--unit) * 2); }
table { border-collapse: collapse; min-width: 100%; font-size: 0.9375rem; }
th, td { padding: var(--unit); text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td code { white-space: nowrap; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: calc(var(--unit) * 2); }
.cards a {
  padding: calc(var(--unit) * 2); border: 1px solid var(--line); border-radius: var(--radius); color: inherit;
  text-decoration: none;
}
.cards a:hover { border-color: var(--accent); }
.cards strong { display: block; color: var(--accent); }
main form { display: grid; gap: calc(var(--unit) * 2); }
main form[hidden], main label[hidden] { display: none; }
main select, main textarea { width: 100%; font: inherit; padding: var(--unit); color: inherit; background: var(--ground); }
main textarea { font-family: ui-monospace, monospace; }
#result { margin-top: calc(var(--unit) * 3); white-space: pre-wrap; }
ol.hits { padding: 0; list-style: none; }
ol.hits li { padding: calc(var(--unit) * 1.5) 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
ol.hits p { margin: 0; }
@media (max-width: 48rem) {
  body > header { position: static; padding: calc(var(--unit) * 1.5) calc(var(--unit) * 2); }
  header form { flex: 1 0 100%; margin: 0; }
  .frame { display: block; padding: 0; }
  .frame > nav { padding: var(--unit); overflow-x: auto; border-bottom: 1px solid var(--line); }
  .frame > nav ul { position: static; display: flex; gap: calc(var(--unit) / 2); }
  .frame > nav li { margin: 0; flex: none; }
  .frame > nav a { display: flex; align-items: center; min-height: 2.5rem; }
  main { max-width: none; border: 0; border-radius: 0; padding: calc(var(--unit) * 3) calc(var(--unit) * 2); }
}
`;

const hash = createHash('sha256').update(docsStyle).digest('base64');

/** Permits no scripts and nothing from other hosts. */
export const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash}'`,
  'img-src data:',
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export const docsHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, max-age=300',
};

/** @param base the path prefix of the service. */
export function printDocsPage({ title, body, current, words = '' }: DocsPage, base: string): string {
  const docs = `${base}/docs`;
  const entries = guides.map(
    ({ slug, title: name }) =>
      html`<li>
        <a href="${docs}/${slug}" ${slug === current ? new Html('aria-current="page"') : null}>${name}</a>
      </li> `,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${PRODUCT}</title>
        ${icon} ${new Html(`<style>${docsStyle}</style>`)}
      </head>
      <body>
        <header>
          <a href="${docs}">${mark}<span>${PRODUCT}</span></a>
          <nav aria-label="Documentation">
            <a href="${docs}">Guides</a>
            <a href="${docs}/reference">Reference</a>
            <a href="${docs}/try">Try it</a>
          </nav>
          <form action="${docs}/search" role="search">
            <input
              type="search"
              name="q"
              value="${words}"
              maxlength="100"
              placeholder="Search the documentation"
              aria-label="Search the documentation"
            />
          </form>
        </header>
        <div class="frame">
          <nav aria-label="Guides">
            <ul>
              ${entries}
            </ul>
          </nav>
          <main>${body}</main>
        </div>
      </body>
    </html> `;
  return page.text;
}
