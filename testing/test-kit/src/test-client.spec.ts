import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from './api-client';
import { failureOf, refusal } from './refusal';
import { TestClient } from './test-client';

const meta = { request_id: '3f9c1b52-7d1e-4c58-9a3f-2f6f0c9b8e21' };
const ping = {
  ip: '127.0.0.1',
  allowlisted: true,
  credential_type: 'api_key',
  account: { id: 1, name: 'Shop' },
};
const refused = { code: 'unauthenticated', message: 'Send a valid credential.', retryable: false };

describe('the clients of tests', () => {
  let server: Server;
  let status: number;
  let answer: object;
  let asked: IncomingHttpHeaders[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.headers);
      const headers = {
        'content-type': 'application/json',
        'x-request-id': meta.request_id,
        'ratelimit-limit': '120',
        'ratelimit-remaining': '119',
        'ratelimit-reset': '1',
      };
      response.writeHead(status, headers).end(JSON.stringify(answer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  beforeEach(() => {
    asked = [];
    status = 200;
    answer = { ok: true, data: ping, meta };
  });

  const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credential = { clientId: 'ck_one', clientSecret: 'cs_one' };
  const client = () => new TestClient(baseUrl(), credential, { 'x-forwarded-for': '198.51.100.7' });

  it('pass on what is as the document says', async () => {
    expect(await client().ping()).toEqual(ping);
    expect(asked).toMatchObject([{ 'client-id': 'ck_one', 'x-forwarded-for': '198.51.100.7' }]);
  });

  it.each<[string, (one: TestClient) => PromiseLike<unknown>]>([
    ['typed', (one) => one.ping()],
    ['raw', ({ raw }) => raw.get('/v1/ping')],
  ])('reject a %s call whose answer differs from the document', async (_, call) => {
    answer = { ok: true, data: { ...ping, secret: 1 }, meta };
    const error: unknown = await call(client()).then(null, (reason: unknown) => reason);
    const causes = [error, (error as Error).cause].map(String).join();
    expect(causes).toMatch(/\/v1\/ping was to be as docs\/openapi.json says: .*"secret"/);
  });

  it('show a refusal, and repeat nothing', async () => {
    status = 503;
    answer = { ok: false, error: { ...refused, code: 'service_unavailable', retryable: true }, meta };
    expect((await refusal(client().ping())).code).toBe('service_unavailable');
    expect(asked).toHaveLength(1);
  });

  it('tell a refusal from a success, and from no answer at all', async () => {
    expect(await failureOf(client().ping())).toBeNull();
    await expect(refusal(client().ping())).rejects.toThrow('was not refused');
    await expect(failureOf(new TestClient('http://127.0.0.1:9', credential).ping())).rejects.toThrow();
  });

  it('send whatever a test wants when they are raw', async () => {
    status = 401;
    answer = { ok: false, error: refused, meta };
    const { error } = await new ApiClient(baseUrl()).get('/v1/ping', { headers: { 'client-id': 'x' } });
    expect(error).toEqual(refused);
    expect(asked[0]).toMatchObject({ 'client-id': 'x' });
  });
});
