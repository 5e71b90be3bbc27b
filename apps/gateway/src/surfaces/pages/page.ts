import type { FastifyReply } from 'fastify';
import { html, Html } from './html';
import { style, styleHash } from './style';

/** The content of a page. */
export interface Page {
  readonly title: string;
  readonly body: Html;
}

export const PRODUCT = 'Chat API';

export const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <path
    fill="currentColor"
    d="M7 4h18a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5h-9l-7.2 5.4A.5.5 0 0 1 8 29v-5H7a5 5 0 0 1-5-5V9a5 5 0 0 1 5-5Zm3 7v2h12v-2H10Zm0 5v2h8v-2h-8Z"
  />
</svg>`;

/** Drawn from the mark, within the page: no request is needed for it. */
const drawn = mark.text
  .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
  .replace('currentColor', '#0b8a6f')
  .replaceAll(/\s+/g, ' ');
export const icon = html`<link
  rel="icon"
  type="image/svg+xml"
  href="data:image/svg+xml,${encodeURIComponent(drawn)}"
/>`;

/** Inserted unchanged, since the policy contains its hash. */
const styleElement = new Html(`<style>${style}</style>`);

/**
 * Permits no scripts, no frames and nothing from other hosts. Chromium also applies `form-action` to the redirects that
 * follow a form; after consent these lead to the app and wherever it redirects next, so this policy only excludes other
 * schemes.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${styleHash}`,
    'img-src data:',
    "form-action 'self' https: http:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

export const PAGE_TYPE = 'text/html; charset=utf-8';

/** Renders the complete document. */
export function printPage({ title, body }: Page): string {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${PRODUCT}</title>
        ${icon} ${styleElement}
      </head>
      <body>
        <header>${mark}<span>${PRODUCT}</span></header>
        <main>${body}</main>
      </body>
    </html> `;
  return document.text;
}

/** @param headers used instead of the default page headers. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  page: Page,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  return reply
    .code(status)
    .headers({ ...pageHeaders, ...headers })
    .header('x-request-id', reply.request.id)
    .type(PAGE_TYPE)
    .send(printPage(page));
}

/** Redirects the browser with a GET, whatever the method of the request. */
export function sendOn(reply: FastifyReply, location: string): FastifyReply {
  return reply
    .code(303)
    .headers(pageHeaders)
    .header('x-request-id', reply.request.id)
    .header('location', location)
    .send();
}
