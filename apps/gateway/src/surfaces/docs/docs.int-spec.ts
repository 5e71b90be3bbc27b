import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '@chat/errors';
import { GatewayUnderTest } from '../../testing/gateway-under-test';
import { clientPackage } from './client-package';
import { guides } from './guides';

describe('the documentation', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ PUBLIC_BASE_URL: 'https://api.example.com/chat' });
  });

  afterAll(() => gateway.stop());

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(gateway.url + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const hrefsOf = (page: string) =>
    [...page.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, href]) => href!);

  it('lists every guide, and shows it to anybody', async () => {
    const { text } = await get('/docs');
    for (const { slug, title } of guides) {
      expect(text).toContain(`href="/chat/docs/${slug}"`);
      const page = await get(`/docs/${slug}`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.text).toContain(`<title>${title} · Chat API</title>`);
    }
  });

  it('has no link that leads nowhere', async () => {
    const anchors = new Map<string, string[]>();
    const paths = ['/docs', '/docs/search?q=webhook', ...guides.map(({ slug }) => `/docs/${slug}`)];
    const pages = new Map(
      await Promise.all(paths.map(async (path) => [path, (await get(path)).text] as const)),
    );
    for (const [path, text] of pages)
      anchors.set(
        path,
        [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!),
      );
    const broken: string[] = [];
    for (const [path, text] of pages) {
      for (const href of hrefsOf(text)) {
        if (/^(https:|data:)/.test(href) || href.includes('/docs/reference#')) continue;
        const [target = '', id] = (href.startsWith('#') ? path + href : href.replace('/chat', '')).split('#');
        const isThere = anchors.has(target) || (await get(target)).status === 200;
        if (!isThere || (id !== undefined && !anchors.get(target)?.includes(id)))
          broken.push(`${path}: ${href}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('has every error code, with its status and whether to repeat', async () => {
    const { text } = await get('/docs/errors');
    const rows = [
      ...text.matchAll(/<tr>\s*<td><code>(\w+)<\/code><\/td>\s*<td>(\d+)<\/td>\s*<td>(\w+)<\/td>/g),
    ];
    expect(rows.map(([, code, status, repeat]) => [code, Number(status), repeat === 'yes'])).toEqual(
      Object.entries(catalogue).map(([code, { status, retryable }]) => [code, status, retryable]),
    );
  });

  it.each([
    ['care window', '/chat/docs/limits#times'],
    ['rotate secret', '/chat/docs/reference#tag/webhooks/POST/v1/webhooks/{id}/rotate-secret'],
    ['idempotncy', '/chat/docs/idempotency'],
    ['ticket.created', '/chat/docs/reference#webhook/POST/ticket.created'],
    ['duplicate_contact', '/chat/docs/errors#every-code'],
    ['pdf', '/chat/docs/sending#a-file'],
    ['invoice', '/chat/docs/sending#a-file'],
    ['emoji', '/chat/docs/sending#answers-and-reactions'],
    ['group', '/chat/docs/sending#recipient-and-channel'],
    ['changelog', '/chat/docs/changelog'],
    ['deprecations', '/chat/docs/changelog'],
    ['next page', '/chat/docs/records#pages-of-a-list'],
    ['paging', '/chat/docs/records#pages-of-a-list'],
    ['tickets', '/chat/docs/records#tickets'],
    ['unsubscribed', '/chat/docs/records#contacts'],
    ['photo', '/chat/docs/sending#a-file'],
    ['bulk', '/chat/docs/limits#rates'],
    ['websocket', '/chat/docs/event-stream'],
    ['time zone', '/chat/docs/quick-start#2-check-the-credential'],
    ['api key', '/chat/docs/access#an-api-key'],
    ['postman', '/chat/docs/client#postman-and-bruno'],
  ])('finds %s', async (words, href) => {
    const { text } = await get(`/docs/search?q=${encodeURIComponent(words)}`);
    expect(hrefsOf(text)).toContain(href);
  });

  it('shows what somebody searched for as text', async () => {
    const { status, text } = await get(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect([status, text.includes('<script')]).toEqual([200, false]);
    expect(text).toContain('Nothing was found');
  });

  it('runs no scripts but those of the reference, and nothing from elsewhere', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy');
    expect(await policyOf('/docs/quick-start')).toMatch(/^default-src 'none'; style-src 'sha256-[^']*';/);
    const reference = (await policyOf('/docs/reference'))!;
    expect(reference).toMatch(/^sandbox allow-scripts; default-src 'none';/);
    expect(reference).toContain("script-src 'self';");
    expect(reference).toContain("connect-src 'none';");
    expect(hrefsOf((await get('/docs/reference')).text)).toEqual([
      expect.stringMatching(/^data:image\/svg\+xml,/),
      '/chat/docs',
      '/chat/docs',
      '/chat/docs/reference',
      '/chat/docs/try',
      '/chat/openapi.json',
      '/chat/docs',
      '/chat/openapi.json',
      '/chat/docs/assets/viewer.js',
      '/chat/docs/assets/start.js',
    ]);
  });

  it('lets readers try requests with a credential that they paste, and with no session', async () => {
    const { headers, text } = await get('/docs/try');
    expect(headers.get('content-security-policy')).toMatch(
      /; script-src 'sha256-[^']*'; connect-src 'self'$/,
    );
    expect(text).toContain("credentials: 'omit'");
    expect(text).toContain('data-path="/v1/contacts/{id}"');
    expect(text).not.toContain('data-path="/v1/events/stream"');
  });

  it('leads from the reference to the guides', async () => {
    const { tags } = JSON.parse((await get('/openapi.json')).text) as { tags: { description: string }[] };
    const links = tags.flatMap(({ description }) =>
      [...description.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to!),
    );
    expect(links.length).toBeGreaterThan(10);
    for (const link of new Set(links)) {
      expect(link).toMatch('https://api.example.com/chat/docs/');
      expect((await get(link.replace('https://api.example.com/chat', ''))).status).toBe(200);
    }
  });

  it('gives the viewer the document that programs read', async () => {
    const document = JSON.parse((await get('/openapi.json')).text) as object;
    expect(document).toHaveProperty('servers', [{ url: 'https://api.example.com/chat' }]);
    expect((await get('/docs/assets/start.js')).text).toContain(`"content":${JSON.stringify(document)}`);
  });

  it('sends the viewer compressed, and once to those who keep it', async () => {
    const { headers, status } = await get('/docs/assets/viewer.js', { 'accept-encoding': 'gzip' });
    expect([status, headers.get('content-encoding')]).toEqual([200, 'gzip']);
    const again = await get('/docs/assets/viewer.js', { 'if-none-match': headers.get('etag')! });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('has the package of the client, as soon as it is packed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'client-package-'));
    const file = join(folder, 'chat-client.tgz');
    jest.replaceProperty(clientPackage, 'file', file);
    expect((await get('/docs/chat-client.tgz')).status).toBe(404);
    await writeFile(file, 'a package');
    const { status, headers, text } = await get('/docs/chat-client.tgz');
    expect([status, headers.get('content-type'), text]).toEqual([200, 'application/gzip', 'a package']);
    await rm(folder, { recursive: true });
  });

  it('begins at /docs, with or without a slash at the end', async () => {
    expect(await get('/docs/')).toMatchObject({ status: 200, text: (await get('/docs')).text });
  });

  it.each(['/docs', '/docs/quick-start', '/docs/reference', '/docs/assets/start.js'])(
    'answers HEAD like GET, without the body: %s',
    async (path) => {
      const { headers } = await get(path);
      const head = await fetch(gateway.url + path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      for (const name of ['content-length', 'content-type', 'cache-control', 'etag']) {
        expect(head.headers.get(name)).toBe(headers.get(name));
      }
    },
  );

  it('says in its own design that there is no such page', async () => {
    for (const path of ['/docs/nothing', '/docs/nothing/here']) {
      const { status, headers, text } = await get(path);
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
      expect(text).toContain('Page not found');
      expect(text).toContain('action="/chat/docs/search"');
    }
  });
});
