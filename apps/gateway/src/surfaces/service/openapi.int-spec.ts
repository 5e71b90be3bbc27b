import { once } from 'node:events';
import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { openApiDocument } from '@chat/contracts/openapi';
import { until } from '@chat/test-kit';
import { GatewayUnderTest } from '../../testing/gateway-under-test';
import { apiSurfaces, type SurfaceSettings } from '../surfaces';

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

/** Unlike fetch, leaves the bytes as they came. */
async function rawGet(url: string, headers: OutgoingHttpHeaders) {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
}

describe('the OpenAPI document over HTTP', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ PUBLIC_BASE_URL: 'https://api.example.com/chat/' });
  });

  afterAll(() => gateway.stop());

  it('is told to anybody, with the public address of the API', async () => {
    const answer = await gateway.client().get('/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(answer.body).toEqual(openApiDocument('https://api.example.com/chat'));
  });

  it.each([
    ['br', 'gzip, deflate, br', 'br', 36],
    ['gzip', 'gzip', 'gzip', 46],
    ['nothing that we have', 'deflate', null, 430],
  ] as const)(
    'is as small as the client permits, who takes %s',
    async (_, accepted, coding, maxKilobytes) => {
      const answer = await rawGet(`${gateway.url}/openapi.json`, { 'accept-encoding': accepted });
      expect(answer.headers['content-encoding'] ?? null).toBe(coding);
      expect(answer.headers.vary).toBe('accept-encoding');
      expect(answer.bytes.length).toBe(Number(answer.headers['content-length']));
      expect(answer.bytes.length).toBeLessThan(maxKilobytes * 1024);
      expect(JSON.parse(decoders[coding ?? 'identity'](answer.bytes).toString())).toEqual(
        openApiDocument('https://api.example.com/chat'),
      );
    },
  );

  it('has a tag for each of its forms, any of which is the document', async () => {
    const tagOf = async (accepted: string) =>
      (await rawGet(`${gateway.url}/openapi.json`, { 'accept-encoding': accepted })).headers.etag!;
    const tags = [await tagOf('br'), await tagOf('gzip'), await tagOf('identity')];
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) {
      const again = await rawGet(`${gateway.url}/openapi.json`, { 'if-none-match': tag });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    }
  });

  it('is told once to a client that keeps it', async () => {
    const etag = (await gateway.client().get('/openapi.json')).headers.get('etag')!;
    const again = (tags: string) =>
      gateway.client().get('/openapi.json', { headers: { 'if-none-match': tags } });
    expect(await again(etag)).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
    expect(await again(`"other", W/${etag}`)).toMatchObject({ status: 304 });
    expect(await again('"other"')).toMatchObject({ status: 200 });
  });

  it.each(['/openapi.json', '/healthz', '/readyz', '/.well-known/oauth-authorization-server'])(
    'and what else anybody may read answers HEAD: %s',
    async (path) => {
      const head = await fetch(gateway.url + path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
    },
  );

  it('and other documents have a budget per address, which others do not share', async () => {
    const fresh = await gateway.startReplica({ TRUSTED_PROXY_HOPS: '1' });
    const ask = (path: string, address: string) =>
      fetch(fresh.url + path, { method: 'HEAD', headers: { 'x-forwarded-for': address } });
    const documents = ['/openapi.json', '/docs', '/.well-known/oauth-authorization-server'];
    const refused: Response[] = [];
    // On a busy machine the budget grows back while it is spent.
    await until(
      async () => {
        const paths = Array.from({ length: 320 }, (_, index) => documents[index % 3]!);
        const answers = await Promise.all(paths.map((path) => ask(path, '203.0.113.7')));
        refused.push(...answers.filter(({ status }) => status === 429));
        return refused.length > 0;
      },
      { describe: 'the budget to be spent' },
    );
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    expect((await ask('/openapi.json', '203.0.113.8')).status).toBe(200);
    await fresh.replica.stop();
  });

  it('names the routes of the gateway, and no others', async () => {
    const app = fastify({ exposeHeadRoutes: false });
    const routes: string[] = [];
    app.addHook('onRoute', ({ method, url }) => {
      // HEAD is told of with its GET.
      const [main] = [method].flat();
      routes.push(`${main} ${url}`);
    });
    const settings = { checks: {}, publicUrl: { path: '' } } as SurfaceSettings;
    const forBrowsers = 'GET /';
    for (const { prefix, addRoutes } of apiSurfaces({} as never, {} as never, settings)) {
      void app.register((scope) => Promise.resolve(addRoutes(scope)), { prefix });
    }
    await app.ready();

    const documented = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(routes.sort()).toEqual([forBrowsers, ...documented].sort());
  });
});
