import { fastify } from 'fastify';
import { openApiDocument } from '@chat/contracts/openapi';
import { GatewayUnderTest } from '../../testing/gateway-under-test';
import { apiSurfaces, type SurfaceSettings } from '../surfaces';

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

  it('names the routes of the gateway, and no others', async () => {
    const app = fastify({ exposeHeadRoutes: false });
    const routes: string[] = [];
    app.addHook('onRoute', ({ method, url }) => {
      // HEAD is told of with its GET.
      const [main] = [method].flat();
      routes.push(`${main} ${url}`);
    });
    const settings = { checks: {}, publicUrl: { path: '' } } as SurfaceSettings;
    for (const { prefix, addRoutes } of apiSurfaces({} as never, settings)) {
      void app.register((scope) => Promise.resolve(addRoutes(scope)), { prefix });
    }
    await app.ready();

    const documented = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(routes.sort()).toEqual(documented.sort());
  });
});
