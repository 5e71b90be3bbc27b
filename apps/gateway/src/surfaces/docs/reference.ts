import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RouteHandlerMethod } from 'fastify';
import { html, Html } from '../pages/html';
import { icon, mark, PAGE_TYPE, PRODUCT } from '../pages/page';
import { tokens } from '../pages/style';
import { StoredDocument } from '../stored-document';

/** The anchor of an operation in the reference. */
export function operationAnchor(tag: string, method: string, path: string): string {
  return `#tag/${slug(tag)}/${method.toUpperCase()}${path}`;
}

/** The anchor of an event in the reference. */
export function webhookAnchor(type: string): string {
  return `#webhook/POST/${type}`;
}

function slug(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}

/**
 * The viewer is three megabytes of code of others on the origin of sign-in and consent. The sandbox gives its page an origin
 * of its own, which shares neither cookies nor storage nor windows with ours, and nothing may be requested but its
 * scripts. The viewer sets styles on individual elements, which requires a policy without hashes.
 */
const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  "connect-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/**
 * The viewer in the colours and with the header of the guides. The header scrolls away, so that it covers neither the
 * viewer's search nor its menu. The form for credentials is hidden: nothing can be sent from here.
 */
const style = `${tokens}
.scalar-app, .light-mode, .dark-mode {
  --scalar-background-1: var(--card); --scalar-background-2: var(--ground); --scalar-background-3: var(--line);
  --scalar-background-accent: var(--tint); --scalar-border-color: var(--line);
  --scalar-color-1: var(--text); --scalar-color-2: var(--quiet); --scalar-color-3: var(--quiet);
  --scalar-color-accent: var(--accent);
  --scalar-sidebar-background-1: var(--ground); --scalar-sidebar-border-color: var(--line);
  --scalar-sidebar-color-1: var(--text); --scalar-sidebar-color-2: var(--quiet);
  --scalar-sidebar-color-active: var(--accent); --scalar-sidebar-item-active-background: var(--tint);
  --scalar-sidebar-item-hover-color: var(--text); --scalar-sidebar-item-hover-background: var(--card);
  --scalar-sidebar-search-background: var(--card); --scalar-sidebar-search-border-color: var(--edge);
  --scalar-sidebar-search-color: var(--quiet);
  --scalar-radius: calc(var(--radius) / 2); --scalar-radius-lg: var(--radius); --scalar-radius-xl: var(--radius);
}
#reference .scalar-reference-intro-auth { display: none; }
body { margin: 0; background: var(--card); color: var(--text); }
body > header {
  box-sizing: border-box; min-height: 3.5rem; padding: var(--unit) calc(var(--unit) * 3); display: flex;
  align-items: center; gap: var(--unit); background: var(--card); border-bottom: 1px solid var(--line);
  font: 650 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
body > header a { display: flex; align-items: center; gap: var(--unit); color: inherit; text-decoration: none; }
body > header svg { width: 1.75rem; height: 1.75rem; color: var(--accent); }
body > header nav {
  display: flex; gap: calc(var(--unit) * 2.5); margin-left: calc(var(--unit) * 2); font-weight: 500;
}
`;

/**
 * What a sandbox denies and the viewer needs: a storage that lasts as long as the page, and copying to the clipboard
 * without permission to do so at any time.
 */
const substitutes = `
const kept = new Map();
const storage = {
  getItem: (key) => kept.get(String(key)) ?? null,
  setItem: (key, value) => void kept.set(String(key), String(value)),
  removeItem: (key) => void kept.delete(String(key)),
  clear: () => kept.clear(),
};
Object.defineProperty(window, 'localStorage', { value: storage });
const writeText = async (text) => {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (!isCopied) throw new Error('The browser does not permit copying.');
};
Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
`;

/** The script that starts the viewer on the document, which it may not load by itself. */
function startScript(document: object): string {
  const configuration = {
    content: document,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    hideTestRequestButton: true,
    showDeveloperTools: 'never',
    documentDownloadType: 'none',
    defaultOpenFirstTag: true,
    persistAuth: false,
    hideDarkModeToggle: true,
    theme: 'none',
    metaData: { title: `Reference · ${PRODUCT}` },
  };
  return `${substitutes}Scalar.createApiReference('#reference', ${JSON.stringify(configuration)});\n`;
}

type AddRoute = (url: string, handler: RouteHandlerMethod) => void;

/** Serves `GET /docs/reference` and its assets. */
export function referenceRoutes(add: AddRoute, base: string, makeDocument: () => object): void {
  const page = new StoredDocument(
    PAGE_TYPE,
    () =>
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>Reference · ${PRODUCT}</title>
            ${icon} ${new Html(`<style>${style}</style>`)}
          </head>
          <body>
            <header>
              <a href="${base}/docs">${mark}<span>${PRODUCT}</span></a>
              <nav aria-label="Documentation">
                <a href="${base}/docs">Guides</a>
                <a href="${base}/docs/reference" aria-current="page">Reference</a>
                <a href="${base}/docs/try">Try it</a>
                <a href="${base}/openapi.json">openapi.json</a>
              </nav>
            </header>
            <noscript>
              The reference needs scripts. The <a href="${base}/docs">guides</a> and
              <a href="${base}/openapi.json">openapi.json</a> do not.
            </noscript>
            <div id="reference"></div>
            <script src="${base}/docs/assets/viewer.js"></script>
            <script src="${base}/docs/assets/start.js"></script>
          </body>
        </html> `.text,
  );
  add('/reference', (request, reply) => page.send(request, reply.header('content-security-policy', policy)));
  const javascript = 'text/javascript; charset=utf-8';
  const viewer = new StoredDocument(javascript, () => readFile(viewerFile()));
  const start = new StoredDocument(javascript, () => startScript(makeDocument()));
  add('/assets/viewer.js', (request, reply) => viewer.send(request, reply));
  add('/assets/start.js', (request, reply) => start.send(request, reply));
}

/** The package publishes the bundle next to its entry point. */
function viewerFile(): string {
  return join(dirname(require.resolve('@scalar/fastify-api-reference')), 'js', 'standalone.js');
}
