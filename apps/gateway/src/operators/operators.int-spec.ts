import type { Role } from '@chat/contracts';
import { deadLetterOperations, type DeadLetter } from '@chat/contracts/dead-letters';
import {
  getUser,
  removeSecondFactor,
  setOperator,
  type Account,
  type BegunTotp,
  type Health,
} from '@chat/contracts/gateway';
import { jobOperations, type Job, type JobContent } from '@chat/contracts/jobs';
import {
  limitNames,
  limits,
  servicesWithLimits,
  usageOperations,
  type UsageList,
} from '@chat/contracts/limits';
import { operations, serviceNames } from '@chat/contracts/table';
import { AuthenticatorApp, until } from '@chat/test-kit';
import { GatewayUnderTest } from '../testing/gateway-under-test';
import { PersonAtConsole } from '../testing/signed-in-person';

const ofOperators = operations
  .filter(({ operator }) => operator)
  .map((operation) => ({ name: operation.http!, operation }));
const TEXT = 'what somebody wrote';
const letter: DeadLetter = {
  id: 7,
  consumer: 'crm-something',
  event_id: '7f9c24e8-3b12-4fef-91e0-2d3c5a6b7c8d',
  event_type: 'message.received',
  account_id: 1,
  entity: 'chats/7-12125550100',
  reason: 'It failed.\n    at a stack',
  created_at: '2026-01-31T10:20:30.000+00:00',
};
const listed: Job = {
  id: 8,
  type: 'purge-endpoint',
  account_id: 1,
  state: 'dead',
  attempts: 3,
  due_at: '2026-01-31T10:20:30.000+00:00',
  deadline: null,
  reason: null,
  trace_id: 'f'.repeat(32),
  created_at: '2026-01-31T10:20:30.000+00:00',
  updated_at: '2026-01-31T10:20:30.000+00:00',
};
const job: JobContent = { ...listed, data: { text: TEXT } };

describe('operators of the installation', () => {
  let gateway: GatewayUnderTest;
  let accountId: number;
  let operator: PersonAtConsole;
  /** Other people with a second factor. */
  let others: { role: Role; person: PersonAtConsole }[];

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    accountId = await gateway.createAccount({ name: 'Operators' });
    operator = await PersonAtConsole.signIn(gateway, accountId, 'viewer');
    await setUpFactor(operator);
    await makeOperator(operator);
    await until(async () => (await operator.call('GET', '/accounts')).status === 200, {
      describe: 'the operator to be one',
    });
    others = await Promise.all(
      (['owner', 'viewer'] as const).map(async (role) => {
        const person = await PersonAtConsole.signIn(gateway, accountId, role);
        await setUpFactor(person);
        return { role, person };
      }),
    );
  });

  afterAll(() => gateway.stop());

  const data = <T>({ text, status }: { text: string; status: number }) => {
    expect([status < 300, text]).toEqual([true, text]);
    return (JSON.parse(text) as { data: T }).data;
  };
  const makeOperator = ({ email }: PersonAtConsole, is_operator = true) =>
    gateway.bus.request(setOperator, { body: { user: email, is_operator } });
  const setUpFactor = async (person: PersonAtConsole) => {
    const { secret } = data<BegunTotp>(await person.call('POST', '/me/totp'));
    const code = await new AuthenticatorApp(secret).next();
    data(await person.call('POST', '/me/totp/confirm', { body: { code } }));
  };
  const call = (who: PersonAtConsole, http: string) => {
    const [method, path] = http.split(' ') as [string, string];
    const filled = path
      .replace('/console/api', '')
      .replace('{service}', 'nowhere')
      .replaceAll(/\{\w+\}/g, '999999');
    return who.call(method, filled, { body: method === 'GET' ? undefined : {} });
  };

  it.each(ofOperators)('alone have $name, whatever the role of others', async ({ name }) => {
    expect((await call(operator, name)).error?.code ?? 'done').not.toBe('insufficient_scope');
    for (const { role, person } of others) {
      const answer = await call(person, name);
      expect([role, answer.status, answer.error?.code]).toEqual([role, 403, 'insufficient_scope']);
    }
  });

  it('see every account, change its plan, suspend and resume it', async () => {
    const other = await gateway.createAccount({ name: 'Shop', account_limit: 3 });
    const page = async (query: string) =>
      data<{ accounts: Account[] }>(await operator.call('GET', `/accounts${query}`)).accounts;
    const accounts = () => page('');
    expect((await accounts()).map(({ id }) => id).slice(0, 2)).toEqual([other, accountId]);
    expect((await page('?per_page=1&page=2')).map(({ id }) => id)).toEqual([accountId]);
    const changed = await operator.call('PATCH', `/accounts/${other}`, { body: { account_limit: 9 } });
    expect(data(changed)).toMatchObject({ account: { id: other, account_limit: 9, name: 'Shop' } });
    data(await operator.call('POST', `/accounts/${other}/suspend`, { body: {} }));
    expect((await accounts()).find(({ id }) => id === other)?.suspended_at).not.toBeNull();
    data(await operator.call('POST', `/accounts/${other}/resume`, { body: {} }));
    expect((await accounts()).find(({ id }) => id === other)?.suspended_at).toBeNull();
    expect((await operator.call('PATCH', '/accounts/999999', { body: { account_limit: 9 } })).status).toBe(
      404,
    );
  });

  it('do not suspend their own account, where nobody could resume it', async () => {
    const refused = await operator.call('POST', `/accounts/${accountId}/suspend`, { body: {} });
    expect(refused.error?.code).toBe('conflict');
    expect((await operator.call('GET', '/accounts')).status).toBe(200);
  });

  it('see what services gave up on, without what people wrote, and try it again', async () => {
    const [letters, jobs] = [deadLetterOperations('crm'), jobOperations('crm')];
    const services = await Promise.all([
      gateway.bus.respond(letters.list, () => ({ dead_letters: [letter] })),
      gateway.bus.respond(letters.replay, () => ({ outcome: 'handled' as const, reason: null })),
      gateway.bus.respond(jobs.list, () => ({ jobs: [listed] })),
      gateway.bus.respond(jobs.retry, () => ({ job: { ...job, state: 'waiting' as const } })),
    ]);
    const others = serviceNames.filter((name) => !['crm', 'gateway'].includes(name));
    expect(data(await operator.call('GET', '/dead-letters'))).toEqual({
      dead_letters: [{ ...letter, entity: 'chats', reason: 'It failed.', service: 'crm' }],
      missing: expect.arrayContaining(others) as string[],
    });
    expect(data(await operator.call('GET', '/jobs?service=crm&state=dead'))).toEqual({
      jobs: [{ ...listed, service: 'crm' }],
      missing: [],
    });
    expect(data(await operator.call('POST', '/dead-letters/crm/7/replay', { body: {} }))).toEqual({
      outcome: 'handled',
      reason: null,
    });
    const retried = await operator.call('POST', '/jobs/crm/8/retry', { body: {} });
    expect(data(retried)).toEqual({ job: { ...listed, state: 'waiting', service: 'crm' } });
    expect(retried.text).not.toContain(TEXT);
    const health = data<Health>(await operator.call('GET', '/health')).services;
    const of = (name: string) => health.find(({ service }) => service === name);
    expect(of('crm')).toEqual({ service: 'crm', is_reachable: true, dead_letters: 1, dead_jobs: 1 });
    expect(of('gateway')).toMatchObject({ is_reachable: true });
    expect(of('messaging')).toMatchObject({ is_reachable: false });
    services.forEach((service) => service.unsubscribe());
  });

  it('see what an account keeps, and set how much it may, in their own name', async () => {
    const other = await gateway.createAccount({ name: 'Keeper' });
    const set: object[] = [];
    const services = await Promise.all([
      ...servicesWithLimits.map((service) =>
        gateway.bus.respond(usageOperations(service).read, ({ body }) => ({
          usage: limitNames
            .filter((limit) => limits[limit].service === service)
            .map((limit) => ({ limit, used: body.account_id, max: 9, is_own: false })),
        })),
      ),
      gateway.bus.respond(usageOperations('crm').setLimit, ({ body }, { credential }) => {
        set.push({ ...body, by: credential.type });
        return { usage: { limit: body.limit, used: 1, max: body.max ?? 9, is_own: body.max !== null } };
      }),
    ]);
    const path = `/accounts/${other}/limits`;
    const { usage } = data<UsageList>(await operator.call('GET', path));
    expect(usage.map(({ limit }) => limit)).toEqual([...limitNames].sort());
    expect(usage[0]).toMatchObject({ used: other });
    const body = { limit: 'contacts', max: 5 };
    expect(data(await operator.call('PUT', path, { body }))).toMatchObject({ usage: { max: 5 } });
    expect(set).toEqual([{ account_id: other, limit: 'contacts', max: 5, by: 'session' }]);
    expect((await operator.call('GET', '/accounts/999999/limits')).status).toBe(404);
    expect((await operator.call('PUT', path, { body: { ...body, limit: 'wishes' } })).status).toBe(422);
    services.forEach((service) => service.unsubscribe());
  });

  it('are none of a service that there is not', async () => {
    expect((await operator.call('POST', '/jobs/nowhere/8/retry', { body: {} })).status).toBe(404);
  });

  it('are only people who have a second factor, and end with it', async () => {
    const person = await PersonAtConsole.signIn(gateway, accountId);
    await expect(makeOperator(person)).rejects.toMatchObject({ code: 'conflict' });
    await setUpFactor(person);
    expect((await makeOperator(person)).user).toMatchObject({ is_operator: true });
    data(await person.call('DELETE', '/me/totp'));
    await setUpFactor(person);
    const body = { account_id: accountId, user_id: person.id };
    const { user } = await gateway.bus.request(getUser, { body });
    expect(user).toMatchObject({ is_operator: false, second_factor: true });
    await makeOperator(person);
    await gateway.bus.request(removeSecondFactor, { body: { user: person.email } });
    await setUpFactor(person);
    await until(async () => (await person.call('GET', '/accounts')).status === 403, { describe: 'the end' });
  });

  it('are no more within 5 seconds after the flag is taken', async () => {
    const person = await PersonAtConsole.signIn(gateway, accountId);
    await setUpFactor(person);
    await makeOperator(person);
    await until(async () => (await person.call('GET', '/accounts')).status === 200, { describe: 'the flag' });
    await makeOperator(person, false);
    await until(async () => (await person.call('GET', '/accounts')).status === 403, {
      describe: 'the flag to be gone',
      timeoutMs: 5_000,
    });
  });
});
