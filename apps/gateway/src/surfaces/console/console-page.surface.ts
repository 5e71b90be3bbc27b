import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readMethods, type Surface } from '@chat/http-edge';
import type { PublicUrl } from '../../public-url/public-url';
import type { HostedLimits } from '../../rate-limit/hosted-limits';
import type { Admission } from '../../edge/admission';
import { failurePage } from '../pages/failure-page';
import { PAGE_TYPE, pageHeaders, printPage, sendOn } from '../pages/page';
import { signInLocation } from '../pages/sign-in.surface';
import { Visits } from '../pages/visit';
import type { ConsoleFiles } from './console-files';

/** A first part of a path that is a page's: neither the API nor a file, which are 404 if they do not exist. */
const PAGE = ':page(^(?!api$|assets$)[^/]+$)';
/** The name of an asset contains a hash of its content. */
const FOR_GOOD = 'public, max-age=31536000, immutable';
const FOR_A_WHILE = 'public, max-age=3600';

interface Needs {
  readonly admission: Admission;
  readonly limits: HostedLimits;
  readonly publicUrl: PublicUrl;
}

/** `/console/…`: one page for people, whose scripts do the rest, and its files (ADR 82). */
export function consolePageSurface({ admission, limits, publicUrl }: Needs, files: ConsoleFiles): Surface {
  const visits = new Visits(publicUrl);
  const index = (request: FastifyRequest, reply: FastifyReply) => {
    // Whether a session still counts, the page finds out; without one it would only lead on.
    if (!visits.sessionOf(request))
      return sendOn(reply, signInLocation(publicUrl, publicUrl.path + request.url));
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers(headersWith(nonce))
      .type(PAGE_TYPE)
      .send(pageAt(files.index(), `${publicUrl.path}/console/`, nonce));
  };
  return {
    prefix: '/console',
    formatFailure: (error, requestId) => ({
      contentType: PAGE_TYPE,
      headers: pageHeaders,
      body: printPage(failurePage(error, requestId)),
    }),
    addRoutes: (app) => {
      app.addHook('onRequest', (request, reply, done) => {
        reply.headers({ ...fileHeaders, 'x-request-id': request.id });
        limits.countConsole(admission.addressOf(request));
        done();
      });
      const config = { operation: 'console', isLogged: false };
      for (const url of ['/', `/${PAGE}`, `/${PAGE}/*`])
        app.route({ method: readMethods, url, config, handler: index });
      app.route({
        method: readMethods,
        url: '/assets/:file',
        config,
        handler: async (request, reply) => {
          const asset = await files.asset((request.params as { file: string }).file);
          return asset.send(request, reply.header('cache-control', FOR_GOOD));
        },
      });
      const icon = files.icon();
      app.route({
        method: readMethods,
        url: '/icon.svg',
        config,
        handler: (request, reply) => icon.send(request, reply.header('cache-control', FOR_A_WHILE)),
      });
    },
  };
}

/** Files are read by our own pages only, and are nothing by themselves. */
const fileHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

/**
 * Everything comes from this host, and no text becomes markup or script. The nonce is for the one style that the component
 * library inserts on phones to keep the page behind a dialog from scrolling. `data:` are QR codes, `blob:` chosen files.
 */
function headersWith(nonce: string): Readonly<Record<string, string>> {
  return {
    ...fileHeaders,
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "connect-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'self'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

/** The built page, at the path where browsers see it. */
export function pageAt(page: string, base: string, nonce: string): string {
  return page
    .replace('<base href="/console/" />', `<base href="${base}" />`)
    .replace('property="csp-nonce" nonce=""', `property="csp-nonce" nonce="${nonce}"`);
}
