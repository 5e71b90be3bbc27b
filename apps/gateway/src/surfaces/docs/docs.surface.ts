import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import { AppError } from '@chat/errors';
import { readMethods, type Surface } from '@chat/http-edge';
import { openApiDocument, postmanCollection } from '@chat/contracts/openapi';
import type { Admission } from '../../edge/admission';
import type { HostedLimits } from '../../rate-limit/hosted-limits';
import { failurePage } from '../pages/failure-page';
import { html } from '../pages/html';
import { PAGE_TYPE } from '../pages/page';
import { StoredDocument } from '../stored-document';
import { docsHeaders, policy, printDocsPage, type DocsPage } from './docs-page';
import { guides } from './guides';
import { clientRoute } from './client-package';
import { readGuides, type GuidePage } from './library';
import { referenceRoutes } from './reference';
import { DocsSearch } from './search';
import { tryHeaders, tryPage } from './try-page';

const LONGEST_SEARCH = 100;

/** The documentation pages: guides, API reference and a search over both. They need no other host. */
export function docsSurface(
  admission: Admission,
  limits: HostedLimits,
  { path: base, address, baseUrl }: { path: string; address: string; baseUrl: string | undefined },
): Surface {
  // Loaded on first use, because most processes never show the guides.
  const library = once(() => readGuides(base));
  const search = once(() => new DocsSearch(library().values(), openApiDocument(), base));
  const stored = (page: () => DocsPage) => new StoredDocument(PAGE_TYPE, () => printDocsPage(page(), base));
  const pages = new Map(guides.map(({ slug }) => [slug, stored(() => guidePage(library().get(slug)!))]));
  return {
    prefix: '/docs',
    formatFailure: (error, requestId) => ({
      contentType: PAGE_TYPE,
      headers: docsHeaders,
      body: printDocsPage(failurePage(error, requestId), base),
    }),
    addRoutes: (app) => {
      app.addHook('onRequest', (request, reply, done) => {
        reply.headers({ ...docsHeaders, 'x-request-id': request.id });
        limits.countDocument(admission.addressOf(request));
        done();
      });
      const add = (url: string, handler: RouteHandlerMethod) =>
        app.route({ method: readMethods, url, handler });
      // With and without a trailing slash, as users type it.
      const start = stored(() => overview(base));
      add('/', (request, reply) => start.send(request, reply));
      add('/search', (request, reply) =>
        reply.type(PAGE_TYPE).send(printDocsPage(searchPage(search(), wordsOf(request)), base)),
      );
      const collection = new StoredDocument('application/json; charset=utf-8', () =>
        JSON.stringify(postmanCollection(openApiDocument(address), address)),
      );
      add('/postman.json', (request, reply) => collection.send(request, reply));
      clientRoute(add);
      const trial = stored(() => tryPage(openApiDocument(), base));
      add('/try', (request, reply) => trial.send(request, reply.headers(tryHeaders(policy))));
      referenceRoutes(add, base, () => openApiDocument(baseUrl));
      add('/:slug', (request, reply) => {
        const page = pages.get((request.params as { slug: string }).slug);
        if (!page) throw new AppError('not_found');
        return page.send(request, reply);
      });
    },
  };
}

function wordsOf({ query }: FastifyRequest): string {
  const { q } = query as { q?: unknown };
  return typeof q === 'string' ? q.slice(0, LONGEST_SEARCH).trim() : '';
}

function guidePage({ title, html: body, slug }: GuidePage): DocsPage {
  return { title, body, current: slug };
}

function overview(base: string): DocsPage {
  const cards = guides.map(
    ({ slug, title, about }) => html`<a href="${base}/docs/${slug}"><strong>${title}</strong>${about}</a> `,
  );
  return {
    title: 'Documentation',
    body: html`<h1>Documentation</h1>
      <p>
        One API over chat channels: link a phone or bring a number on the provider's cloud, send and read
        messages, keep contacts and tickets, and receive every event as a signed webhook.
      </p>
      <p>
        New here? <a href="${base}/docs/access">Get access</a>, then begin with the
        <a href="${base}/docs/quick-start">quick start</a>, or <a href="${base}/docs/try">try it</a> in the
        browser. Every operation, answer and event is in the <a href="${base}/docs/reference">reference</a>,
        which programs read as <a href="${base}/openapi.json">openapi.json</a>.
      </p>
      <div class="cards">${cards}</div>`,
  };
}

function searchPage(search: DocsSearch, words: string): DocsPage {
  const hits = words === '' ? [] : search.find(words);
  const list = hits.map(
    ({ href, title, place, excerpt }) =>
      html`<li>
        <a href="${href}"><strong>${title}</strong></a> <span class="quiet">${place}</span>
        <p>${excerpt}</p>
      </li> `,
  );
  const found = hits.length === 0 ? 'Nothing was found. Try fewer or different words.' : null;
  return {
    title: words === '' ? 'Search' : `${words} · Search`,
    words,
    body: html`<h1>Search</h1>
      ${words === '' ? html`<p>Type what you look for above.</p>` : html`<p role="status">${found}</p>`}
      <ol class="hits">
        ${list}
      </ol>`,
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
