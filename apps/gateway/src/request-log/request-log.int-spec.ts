import { AppError } from '@chat/errors';
import { roles } from '@chat/contracts';
import { createContact, getContact, listContacts } from '@chat/contracts/crm';
import type { AnsweredRequest, AnsweredRequestList } from '@chat/contracts/gateway';
import { until } from '@chat/test-kit';
import { GatewayUnderTest, keyHeaders } from '../testing/gateway-under-test';
import { PersonAtConsole } from '../testing/signed-in-person';

const NUMBER = '12125550188';
const TEXT = 'a planted text';

describe('the request log', () => {
  let gateway: GatewayUnderTest;
  let accountId: number;
  let developer: PersonAtConsole;
  let headers: Record<string, string>;
  let clientId: string;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    accountId = await gateway.createAccount();
    await PersonAtConsole.signIn(gateway, accountId, 'owner');
    developer = await PersonAtConsole.signIn(gateway, accountId, 'developer');
    const key = await gateway.createKey({ account_id: accountId });
    headers = keyHeaders(key);
    ({ clientId } = key);
    await gateway.bus.respond(listContacts, () => ({ contacts: [] }));
    await gateway.bus.respond(getContact, () => {
      throw new AppError('not_found');
    });
    await gateway.bus.respond(createContact, () => {
      throw new AppError('validation_error', {
        errors: { mobile: ['It is wrong.'], [NUMBER]: ['It is wrong.'] },
      });
    });
  });

  afterAll(() => gateway.stop());

  const list = async (query = '', who = developer) => {
    const { status, text } = await who.call('GET', `/requests?per_page=100&${query}`);
    expect(status).toBe(200);
    return (JSON.parse(text) as { data: AnsweredRequestList }).data.requests;
  };
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(gateway.url + path, { ...init, headers: { ...headers, ...init.headers } });
    await answer.text();
    return answer.headers.get('x-request-id')!;
  };
  const entry = (requestId: string): Promise<AnsweredRequest> =>
    until(async () => (await list(`request_id=${requestId}`))[0], { describe: 'the request in the log' });

  it('has what an integrator quotes: route, status, error, members at fault, credential, address and duration', async () => {
    const body = JSON.stringify({ firstname: TEXT, mobile_code: '1', mobile: NUMBER });
    const json = { 'content-type': 'application/json' };
    const refused = await ask('/v1/contacts', { method: 'POST', body, headers: json });
    expect(await entry(refused)).toEqual({
      id: expect.any(Number) as number,
      at: expect.any(String) as string,
      request_id: refused,
      method: 'POST',
      route: '/v1/contacts',
      status: 422,
      error: 'validation_error',
      faults: ['mobile', 'unknown member'],
      credential_type: 'api_key',
      credential: clientId,
      address: '127.0.0.1',
      ms: expect.any(Number) as number,
    });
    expect(await entry(await ask(`/v1/contacts/${NUMBER}`))).toMatchObject({
      route: '/v1/contacts/{id}',
      status: 404,
      error: 'not_found',
      faults: [],
    });
    const unknown = JSON.stringify({ [NUMBER]: 1, firstname: 1 });
    const invalid = await ask('/v1/contacts', { method: 'POST', body: unknown, headers: json });
    expect((await entry(invalid)).faults.sort()).toEqual(
      expect.arrayContaining(['firstname', 'unknown member']),
    );
  });

  it('keeps nothing that was sent: no body, no query, no id of a path, no name that only the client knows', async () => {
    await entry(await ask(`/v1/contacts?search=${NUMBER}`));
    const rows = await gateway.service.query<{ row: string }>(
      'SELECT r::text AS row FROM gateway.requests r',
    );
    const text = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(3);
    expect([NUMBER, TEXT, headers['client-secret']!].filter((planted) => text.includes(planted))).toEqual([]);
  });

  it('is filtered by status, route, credential and time, and read in pages', async () => {
    const last = await entry(await ask('/v1/contacts'));
    expect((await list('status=4xx')).every(({ status }) => status >= 400 && status < 500)).toBe(true);
    expect((await list('status=404')).every(({ status }) => status === 404)).toBe(true);
    expect((await developer.call('GET', '/requests?status=teapot')).status).toBe(422);
    const route = encodeURIComponent('/v1/contacts/{id}');
    expect((await list(`route=${route}`)).map((one) => one.route)).toContain('/v1/contacts/{id}');
    expect((await list(`credential=${clientId}`)).every(({ credential }) => credential === clientId)).toBe(
      true,
    );
    expect((await list(`credential=user:${developer.id}`)).length).toBeGreaterThan(0);
    const all = await list(`until=${encodeURIComponent(last.at)}`);
    expect(all.every(({ at }) => at < last.at)).toBe(true);
    const page = await developer.call('GET', `/requests?per_page=1&until=${encodeURIComponent(last.at)}`);
    const { meta } = JSON.parse(page.text) as { meta: { pagination: { next_cursor: string } } };
    const [next] = await list(`until=${encodeURIComponent(last.at)}&cursor=${meta.pagination.next_cursor}`);
    expect(next!.id).toBe(all[1]!.id);
  });

  it('shows nothing of another account, and only to developers', async () => {
    const foreign = await PersonAtConsole.signIn(gateway, await gateway.createAccount(), 'owner');
    const own = await ask('/v1/contacts');
    await entry(own);
    expect(await list(`request_id=${own}`, foreign)).toEqual([]);
    for (const role of roles) {
      const person = await PersonAtConsole.signIn(gateway, accountId, role);
      const { status } = await person.call('GET', '/requests');
      expect([role, status]).toEqual([role, ['viewer', 'agent'].includes(role) ? 403 : 200]);
    }
    expect((await fetch(`${gateway.url}/v1/requests`, { headers })).status).toBe(404);
  });

  it('has what was answered last before a gateway stops', async () => {
    const { url, replica } = await gateway.startReplica();
    const answer = await fetch(`${url}/v1/contacts`, { headers });
    const requestId = answer.headers.get('x-request-id')!;
    await answer.text();
    await replica.stop();
    expect(await list(`request_id=${requestId}`)).toHaveLength(1);
  });

  it('drops old days whole, and has none if it is switched off', async () => {
    await gateway.service.query(
      "CREATE TABLE gateway.requests_2020_01_01 PARTITION OF gateway.requests FOR VALUES FROM ('2020-01-01') TO ('2020-01-02')",
    );
    const { url, replica } = await gateway.startReplica({ REQUEST_LOG_DAYS: '0' });
    const days = () =>
      gateway.service.query(`SELECT FROM pg_inherits WHERE inhparent = 'gateway.requests'::regclass`);
    await until(async () => (await days()).length === 0, { describe: 'no days' });
    expect((await fetch(`${url}/v1/contacts`, { headers })).status).toBe(200);
    await replica.stop();
  });
});
