import { roles, type Pagination } from '@chat/contracts';
import { countChannels } from '@chat/contracts/channels';
import { createUser, disableUser, type OwnAccountResult, type PersonList } from '@chat/contracts/gateway';
import { limitNames, limits, servicesWithLimits, usageOperations } from '@chat/contracts/limits';
import { GatewayUnderTest } from '../testing/gateway-under-test';
import { PersonAtConsole } from '../testing/signed-in-person';

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  await gateway.bus.respond(countChannels, () => ({ channels_in_use: 3 }));
  for (const service of servicesWithLimits) {
    const own = limitNames.filter((name) => limits[name].service === service);
    await gateway.bus.respond(usageOperations(service).read, ({ body }) => ({
      usage: own.map((limit) => ({ limit, used: body.account_id, max: 1, is_own: false })),
    }));
  }
});

afterAll(() => gateway.stop());

describe('the account', () => {
  const read = async (settings: Parameters<GatewayUnderTest['createAccount']>[0], scopes?: string[]) => {
    const account_id = await gateway.createAccount(settings);
    const client = gateway.client(await gateway.createKey({ account_id, ...(scopes && { scopes }) }));
    const { data, headers } = await client.get('/v1/account');
    return { account_id, headers, account: (data as OwnAccountResult).account };
  };

  it('shows its plan and what is left of everything, to a credential without any scope', async () => {
    const plan = { account_limit: 5, rate_limit: 60, coexistence: true };
    const { account_id, account, headers } = await read({ name: 'Acme', ...plan }, []);
    expect(account).toMatchObject({
      id: account_id,
      name: 'Acme',
      plan: { device_channels: true, cloud_channels: false, coexistence: true, manual_probes: true },
      slots: { limit: 5, used: 3, remaining: 2 },
      rate_limit: { limit: 60, remaining: 59 },
    });
    expect(headers.get('ratelimit-remaining')).toBe('59');
    expect(account.limits.map(({ limit }) => limit)).toEqual([...limitNames].sort());
    expect(account.limits[0]).toEqual({
      ...{ limit: 'contacts', unit: 'records', used: account_id, max: 1 },
      remaining: Math.max(1 - account_id, 0),
    });
  });

  it('is the same to a person of any role as to a key', async () => {
    const account_id = await gateway.createAccount({ rate_limit: 60 });
    const { data } = await gateway.client(await gateway.createKey({ account_id })).get('/v1/account');
    for (const role of roles) {
      const person = await PersonAtConsole.signIn(gateway, account_id, role);
      const { text } = await person.call('GET', '/account');
      expect((JSON.parse(text) as { data: unknown }).data).toEqual(data);
    }
  });

  it.each([
    [-1, -1],
    [2, 0],
  ])('with %i slots has %i left when it uses three', async (account_limit, remaining) => {
    const { account } = await read({ account_limit });
    expect(account.slots).toEqual({ limit: account_limit, used: 3, remaining });
  });
});

describe('the people of the account', () => {
  it('are listed to keys that have the scope of tickets, with nothing but id and name', async () => {
    const account_id = await gateway.createAccount();
    const other = await gateway.createAccount();
    const ids: number[] = [];
    for (const name of ['Ada', 'Ben', undefined, 'Cleo']) {
      const body = { account_id, email: `${ids.length}@people.test`, password: 'correct horse', name };
      ids.push((await gateway.bus.request(createUser, { body })).user.id);
    }
    const stranger = { account_id: other, email: 's@people.test', password: 'correct horse', name: 'S' };
    await gateway.bus.request(createUser, { body: stranger });
    await gateway.bus.request(disableUser, { body: { user: '1@people.test' } });
    const [ada, , nameless, cleo] = ids;

    const client = gateway.client(await gateway.createKey({ account_id, scopes: ['tickets:read'] }));
    const page = async (query: string) => {
      const { body } = await client.get(`/v1/users?${query}`);
      const { data, meta } = body as { data: PersonList; meta: { pagination: Pagination } };
      return { users: data.users, pagination: meta.pagination };
    };
    const first = await page('per_page=2');
    expect(first.users).toEqual([
      { id: cleo, name: 'Cleo' },
      { id: nameless, name: null },
    ]);
    expect(first.pagination).toMatchObject({ total: 3, last_page: 2 });
    const second = await page(`per_page=2&cursor=${first.pagination.next_cursor}`);
    expect(second.users).toEqual([{ id: ada, name: 'Ada' }]);
    expect((await page('per_page=2&page=2')).users).toEqual(second.users);
  });

  it.each([[null], [['contacts:read']]])('are not listed to a key with the scopes %j', async (scopes) => {
    const answer = await gateway.client(await gateway.createKey({ scopes })).get('/v1/users');
    expect(answer.error).toMatchObject({ code: 'insufficient_scope', required_scope: 'tickets:read' });
  });
});
