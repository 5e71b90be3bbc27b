import { isPublic, scopesOf } from '@chat/contracts';
import { operations } from '@chat/contracts/table';
import { catalogue } from '@chat/errors';
import { failureOf, refusal, until, type ApiClient, type Credential } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';

const loopback = ['127.0.0.1/32'];

export function credentials(stack: RunningStack): void {
  let accountId: number;
  let credential: Credential;
  let anonymous: ApiClient;

  beforeAll(async () => {
    accountId = (await stack().admin.createAccount()).id;
    credential = await stack().admin.createApiKey(accountId, { allowlist: loopback });
    anonymous = stack().client();
  });

  const get = (headers: Record<string, string>, path = '/v1/devices') => anonymous.get(path, { headers });
  const expected = (code: keyof typeof catalogue, extras: object = {}) => ({
    status: catalogue[code].status,
    body: {
      ok: false,
      error: { code, message: catalogue[code].message, retryable: catalogue[code].retryable, ...extras },
      meta: { request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
    },
  });

  it.each(['client-id/client-secret', 'X-Api-Key/X-Api-Secret'])(
    'accepts the headers %s',
    async (spelling) => {
      const [id, secret] = spelling.split('/') as [string, string];
      const answer = await get({ [id]: credential.clientId, [secret]: credential.clientSecret });
      expect(answer.status).toBe(200);
    },
  );

  it('accepts a key as HTTP Basic, but not from a page of another site', async () => {
    const { clientId, clientSecret } = credential;
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    expect((await get({ authorization })).status).toBe(200);
    expect(await get({ authorization, origin: 'https://evil.example' })).toMatchObject({ status: 401 });
  });

  it('gives an absent, unknown, wrong and revoked credential one identical answer', async () => {
    const revoked = await stack().admin.createApiKey(accountId);
    await stack().admin.revokeApiKey(revoked);
    const other = await stack().admin.createApiKey(accountId);
    const attempts: Record<string, string>[] = [
      {},
      { 'client-id': credential.clientId },
      { 'client-secret': credential.clientSecret },
      { 'client-id': 'ck_unknown', 'client-secret': credential.clientSecret },
      { 'client-id': credential.clientId, 'client-secret': 'cs_wrong' },
      { 'client-id': credential.clientSecret, 'client-secret': credential.clientId },
      { 'client-id': credential.clientId, 'client-secret': other.clientSecret },
      { 'client-id': revoked.clientId, 'client-secret': revoked.clientSecret },
    ];
    for (const headers of attempts) {
      expect(await get(headers)).toMatchObject(expected('unauthenticated'));
    }
  });

  it('refuses a revoked key everywhere within 5 seconds', async () => {
    const key = await stack().admin.createApiKey(accountId);
    const client = stack().typedClient(key);
    await client.listChannels();
    await stack().admin.revokeApiKey(key);
    await until(async () => (await failureOf(client.listChannels()))?.code === 'unauthenticated', {
      timeoutMs: 5_000,
      describe: 'the revoked key to be refused',
    });
  });

  it('reports an address that is not on the allowlist only after the secret verified, and ping debugs it', async () => {
    const key = await stack().admin.createApiKey(accountId, { allowlist: ['203.0.113.7'] });
    const headers = { 'client-id': key.clientId, 'client-secret': key.clientSecret };
    expect(await get(headers)).toMatchObject(expected('ip_not_whitelisted', { ip: '127.0.0.1' }));
    expect(await get({ ...headers, 'client-secret': 'cs_wrong' })).toMatchObject(expected('unauthenticated'));
    expect((await get(headers, '/v1/ping')).data).toEqual({
      ip: '127.0.0.1',
      allowlisted: false,
      credential_type: 'api_key',
      account: { id: accountId, name: expect.any(String) as string },
    });
    expect(await get({ ...headers, 'x-forwarded-for': '203.0.113.7' })).toMatchObject({ status: 401 });
  });

  it('allows nobody with an empty allowlist', async () => {
    const nobody = stack().typedClient(await stack().admin.createApiKey(accountId, { allowlist: [] }));
    expect((await refusal(nobody.listChannels())).code).toBe('ip_not_whitelisted');
  });

  it('allows each scope its own routes only', async () => {
    const routes = operations.filter((operation) => isPublic(operation) && operation.scope);
    const scopes = [...new Set(routes.flatMap(({ scope }) => scopesOf(scope)))];
    for (const scope of scopes) {
      const key = await stack().admin.createApiKey(accountId, { scopes: [scope], allowlist: loopback });
      const client = stack().client(key);
      for (const route of routes) {
        const [method, path] = route.http!.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string];
        // It would be let in, and never end.
        if (route.stream && scopesOf(route.scope).includes(scope)) continue;
        // An invalid id: a request that passes the scope check gets no further than 403 for a flag, 404 or 422.
        const target = path.replace(/\{\w+\}/g, '0');
        const answer = await {
          GET: () => client.get(target),
          POST: () => client.post(target, {}),
          PATCH: () => client.patch(target, {}),
          DELETE: () => client.delete(target),
        }[method]();
        const required = scopesOf(route.scope);
        if (required.includes(scope)) {
          const { error } = answer.body as { error?: { code: string } };
          expect({ http: route.http, code: error?.code }).not.toMatchObject({ code: 'insufficient_scope' });
        } else
          expect(answer).toMatchObject(
            expected('insufficient_scope', { required_scope: required.join(' or ') }),
          );
      }
    }
  });

  it('refuses two kinds of credential at once', async () => {
    const headers = { 'client-id': credential.clientId, 'client-secret': credential.clientSecret };
    const answer = await get({ ...headers, authorization: 'Bearer token' });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });
}
