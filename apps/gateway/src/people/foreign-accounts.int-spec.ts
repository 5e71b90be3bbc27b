import type { CreatedApiKey, CreatedDeveloperApp, CreatedInvitation, Grant } from '@chat/contracts/gateway';
import { inspectMessage } from '@chat/contracts/messaging';
import { operations } from '@chat/contracts/table';
import { AppError } from '@chat/errors';
import { OAuthApp, REDIRECT_URI } from '@chat/test-kit';
import { GatewayUnderTest } from '../testing/gateway-under-test';
import { OWN_PAGE, PersonAtConsole } from '../testing/signed-in-person';

const REQUEST_ID = { ...OWN_PAGE, 'x-request-id': '7f9c24e8-3b12-4fef-91e0-2d3c5a6b7c8d' };
const UNKNOWN = { id: 4_503_599_627_370_001, clientId: 'ck_nobody' };

const ofPeople = operations
  .filter(({ role, operator }) => role && !operator)
  .map((operation) => ({ name: operation.http!, operation }));
const naming = ofPeople.filter(({ name }) => name.includes('{'));

/** Valid inputs, where an empty one is refused before the record is looked for. */
const bodies: Readonly<Record<string, object>> = {
  'PATCH /console/api/users/{id}': { disabled: true },
  'PATCH /console/api/api-keys/{clientId}': { name: 'Mine' },
  'PATCH /console/api/developer-apps/{id}': { name: 'Mine' },
  'PUT /console/api/me/grants/{id}/mcp': { access: 'read' },
};

/** What is logged of the account: it grows by being read. */
const LOGS = /\/console\/api\/(?:audit|requests)/;

describe('what people have of their account', () => {
  let gateway: GatewayUnderTest;
  let victim: PersonAtConsole;
  let intruder: PersonAtConsole;
  /** A record of the victim by the path that names it. */
  let records: Readonly<Record<string, string | number>>;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    const accountId = await gateway.createAccount();
    victim = await PersonAtConsole.signIn(gateway, accountId, 'owner');
    intruder = await PersonAtConsole.signIn(gateway, await gateway.createAccount(), 'owner');
    records = await recordsOf(victim, accountId);
    // Messaging knows whose message it is; the gateway says for whom it asks.
    await gateway.bus.respond(inspectMessage, ({ body }) => {
      throw new AppError(body.account_id === accountId ? 'server_error' : 'not_found');
    });
  });

  afterAll(() => gateway.stop());

  const data = <T>({ text, status }: { text: string; status: number }) => {
    expect([text, status < 300]).toEqual([text, true]);
    return (JSON.parse(text) as { data: T }).data;
  };
  const recordsOf = async (who: PersonAtConsole, accountId: number) => {
    const create = async <T>(path: string, body: object) => data<T>(await who.call('POST', path, { body }));
    const colleague = await PersonAtConsole.signIn(gateway, accountId, 'agent');
    const { api_key } = await create<CreatedApiKey>('/api-keys', { name: 'CRM', allowlist: [] });
    const created = await create<CreatedDeveloperApp>('/developer-apps', {
      name: 'Acme',
      redirect_uris: [REDIRECT_URI],
    });
    const app = new OAuthApp(gateway.url, created);
    await app.redeem(await app.codeFor(who.browser));
    const invited = { email: 'somebody@example.com', role: 'agent' };
    const { invitation } = await create<CreatedInvitation>('/users/invitations', invited);
    const { grants } = data<{ grants: Grant[] }>(await who.call('GET', '/grants'));
    const { sessions } = data<{ sessions: { id: number }[] }>(await who.call('GET', '/me/sessions'));
    return {
      '/users/{id}': colleague.id,
      '/users/invitations/{id}': invitation.id,
      '/me/sessions/{id}': sessions[0]!.id,
      '/me/grants/{id}': grants[0]!.id,
      '/grants/{id}': grants[0]!.id,
      '/api-keys/{clientId}': api_key.client_id,
      '/developer-apps/{id}': created.developer_app.id,
      '/messages/{id}': 1042,
    };
  };
  const lists = ofPeople.filter(({ name }) => name.startsWith('GET ') && !name.includes('{'));
  const read = async (who: PersonAtConsole, name: string) =>
    (await who.call('GET', name.replace('GET /console/api', ''))).text;
  const viewOf = async (who: PersonAtConsole) => {
    const texts = lists
      .filter(({ name }) => !LOGS.test(name))
      .map(async ({ name }) => [name, (JSON.parse(await read(who, name)) as { data: unknown }).data]);
    return Object.fromEntries(await Promise.all(texts)) as Record<string, unknown>;
  };

  it.each(naming)(
    'is as unknown to the owner of another account as what nobody has: $name',
    async ({ name }) => {
      const before = await viewOf(victim);
      const [method, path] = name.replace('/console/api', '').split(' ') as [string, string];
      const [place] = Object.keys(records).filter((one) => path.startsWith(one));
      expect([path, place]).toEqual([path, expect.any(String)]);
      const ask = (reference: string | number) =>
        intruder.call(method, path.replace(/\{\w+\}/, String(reference)), {
          body: method === 'DELETE' || method === 'GET' ? undefined : (bodies[name] ?? {}),
          headers: REQUEST_ID,
        });
      const [foreign, unknown] = [
        await ask(records[place!]!),
        await ask(path.includes('{id}') ? UNKNOWN.id : UNKNOWN.clientId),
      ];
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
      expect(await viewOf(victim)).toEqual(before);
    },
  );

  it('is in no list of another account', async () => {
    const seen = (await Promise.all(lists.map(({ name }) => read(intruder, name)))).join('\n');
    for (const text of [victim.email, records['/api-keys/{clientId}'], 'somebody@example.com', 'Acme'])
      expect(seen).not.toContain(text);
  });
});
