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
 * Permits only our own scripts. The viewer sets styles on individual elements, which requires a policy without hashes.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
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

/** The script that starts the viewer, configured to call nothing but the API itself. */
function startScript(base: string): string {
  const configuration = {
    url: `${base}/openapi.json`,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    documentDownloadType: 'json',
    defaultOpenFirstTag: true,
    persistAuth: false,
    hideDarkModeToggle: true,
    theme: 'none',
    metaData: { title: `Reference · ${PRODUCT}` },
  };
  return `Scalar.createApiReference('#reference', ${JSON.stringify(configuration)});\n`;
}

type AddRoute = (url: string, handler: RouteHandlerMethod) => void;

/** Serves `GET /docs/reference` and its assets. */
export function referenceRoutes(add: AddRoute, base: string): void {
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
  const start = new StoredDocument(javascript, () => startScript(base));
  add('/assets/viewer.js', (request, reply) => viewer.send(request, reply));
  add('/assets/start.js', (request, reply) => start.send(request, reply));
}

/** The package publishes the bundle next to its entry point. */
function viewerFile(): string {
  return join(dirname(require.resolve('@scalar/fastify-api-reference')), 'js', 'standalone.js');
}
