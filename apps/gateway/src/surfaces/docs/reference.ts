import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RouteHandlerMethod } from 'fastify';
import { html, Html } from '../pages/html';
import { PAGE_TYPE, PRODUCT } from '../pages/page';
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

/** The header above the viewer scrolls away, so that it covers neither its search nor its menu. */
const style = `
:root { color-scheme: light dark; }
body { margin: 0; }
body > header {
  box-sizing: border-box; height: 3rem; padding: 0 1.25rem; display: flex; gap: 1.5rem;
  align-items: center; background: Canvas; border-bottom: 1px solid color-mix(in srgb, CanvasText 15%, Canvas);
  font: 500 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
body > header a { color: CanvasText; text-decoration: none; }
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
            <link rel="icon" href="data:," />
            ${new Html(`<style>${style}</style>`)}
          </head>
          <body>
            <header>
              <a href="${base}/docs">${PRODUCT}</a>
              <a href="${base}/docs">Guides</a>
              <a href="${base}/openapi.json">openapi.json</a>
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
