import { randomUUID } from 'node:crypto';
import { headers as natsHeaders, type Msg } from 'nats';
import {
  featureFlags,
  roles,
  scopesOf,
  scopesOfRoles,
  subjectsOf,
  type Operation,
  type RequestContext,
  type Role,
} from '@chat/contracts';
import { listContacts } from '@chat/contracts/crm';
import { disableUser, setUserPassword, setUserRole } from '@chat/contracts/gateway';
import { openApiDocument } from '@chat/contracts/openapi';
import { operations } from '@chat/contracts/table';
import { Browser, until } from '@chat/test-kit';
import { GatewayUnderTest, keyHeaders } from '../../testing/gateway-under-test';
import { PASSWORD } from '../../testing/oauth-app';
import { OWN_PAGE, PersonAtConsole } from '../../testing/signed-in-person';

interface Question {
  input: unknown;
  context: RequestContext;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: { format?: string };
}
type Bodies = { content: { 'application/json'?: { examples: Record<string, { value: object }> } } };

/** A form with a file, for routes that take no JSON. */
const FORM = {
  body: '--spec\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nHello\r\n--spec--\r\n',
  type: 'multipart/form-data; boundary=spec',
};

const document = openApiDocument();
/** Every route of `/v1` that is an operation of another service, with a request that it takes. */
const routes = operations.flatMap((operation) => {
  const [method, path] = (operation.http ?? '').split(' ') as [string, string];
  if (!path?.startsWith('/v1/') || operation.stream) return [];
  // The gateway itself would answer, beside the service that the specs play: `own-account.int-spec.ts` has it.
  if (operation.subject.startsWith('rpc.gateway.')) return [];
  // What only people have takes its place.
  if (operations.some(({ http }) => http === operation.http!.replace('/v1/', '/console/api/'))) return [];
  const described = document.paths[path]![method.toLowerCase()] as {
    requestBody?: Bodies;
    parameters?: Parameter[];
  };
  const content = described.requestBody?.content;
  const [example] = Object.values(content?.['application/json']?.examples ?? {});
  const json = { body: example && JSON.stringify(example.value), type: 'application/json' };
  const valueOf = (name: string) => {
    const parameter = described.parameters?.find((one) => one.name === name);
    return parameter?.schema.format === 'uuid' ? randomUUID() : '7';
  };
  const needed = described.parameters?.filter((one) => one.in === 'query' && one.required) ?? [];
  const query = needed.map(({ name }) => `${name}=${valueOf(name)}`).join('&');
  const own = path.slice('/v1'.length).replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
  const full = query ? `${own}?${query}` : own;
  const sent = content && !content['application/json'] ? FORM : json;
  return [{ name: operation.http!, operation, method, path: full, ...sent }];
});
const pagination = { current_page: 1, per_page: 25, last_page: 1, total: 0, next_cursor: null };
const allOn = Object.fromEntries(Object.values(featureFlags).map(({ name }) => [name, 'on']));

describe('the API of people who are signed in', () => {
  let gateway: GatewayUnderTest;
  let second: string;
  let accountId: number;
  const people = {} as Record<Role, PersonAtConsole>;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start(allOn);
    ({ url: second } = await gateway.startReplica(allOn));
    accountId = await gateway.createAccount();
    for (const role of roles) people[role] = await PersonAtConsole.signIn(gateway, accountId, role);
  });

  afterAll(() => gateway.stop());

  /** Answers an operation as its service would, and keeps what it was asked. */
  const play = async (operation: Operation, status: number, data: object) => {
    const questions: Question[] = [];
    const answer = (_: unknown, message: Msg) => {
      const context = JSON.parse(message.headers!.get('Chat-Context')) as RequestContext;
      questions.push({ input: message.json(), context });
      const reply = natsHeaders();
      reply.set('Status', String(status));
      if (status < 400 && operation.query) reply.set('Pagination', JSON.stringify(pagination));
      message.respond(JSON.stringify(data), { headers: reply });
    };
    const subscriptions = subjectsOf(operation).map((subject) =>
      gateway.bus.nats.subscribe(subject, { callback: answer }),
    );
    await gateway.bus.nats.flush();
    return { questions, stop: () => subscriptions.forEach((one) => one.unsubscribe()) };
  };
  /** Each upload is stored by a key of its own. */
  const withoutKeys = (input: unknown) =>
    JSON.parse(
      JSON.stringify(input, (name, value: unknown) => (name === 'blob' ? 'a key' : value)),
    ) as unknown;
  const extraHeaders = () => ({ 'idempotency-key': 'spec', 'x-request-id': randomUUID() });

  it('covers every operation of /v1', () => {
    expect(routes.length).toBeGreaterThan(30);
  });

  it.each(routes)('asks the same and answers the same bytes as for a key: $name', async (route) => {
    const { operation, method, path, body, type } = route;
    const key = await gateway.createKey({ account_id: accountId, scopes: [...scopesOfRoles.owner] });
    const headers = { ...extraHeaders(), ...(body && { 'content-type': type }) };
    const success = await play(operation, operation.status ?? 200, { something: 'told' });
    const v1 = await fetch(`${gateway.url}/v1${path}`, {
      method,
      body,
      headers: { ...keyHeaders(key), ...headers },
    });
    const own = await people.owner.call(method, path, { body, headers: { ...OWN_PAGE, ...headers } });
    success.stop();
    expect({ status: own.status, text: own.text }).toEqual({ status: v1.status, text: await v1.text() });
    const [first, other] = success.questions;
    expect(success.questions).toHaveLength(2);
    expect(withoutKeys(other!.input)).toEqual(withoutKeys(first!.input));
    expect(other!.context).toMatchObject({
      account: first!.context.account,
      idempotencyKey: first!.context.idempotencyKey,
      credential: {
        type: 'session',
        id: `user:${people.owner.id}`,
        person: { id: people.owner.id, role: 'owner' },
      },
    });
  });

  it.each(routes)('lets in the roles that include the scope, and nobody else: $name', async (route) => {
    const { operation, method, path, body, type } = route;
    for (const role of roles) {
      const service = await play(operation, operation.status ?? 200, {});
      const answer = await people[role].call(method, path, {
        body,
        headers: { ...OWN_PAGE, ...extraHeaders(), ...(body && { 'content-type': type }) },
      });
      service.stop();
      const required = scopesOf(operation.scope);
      const mayUse = required.some((scope) => scopesOfRoles[role].includes(scope)) || required.length === 0;
      expect({ role, asked: service.questions.length, isForbidden: answer.status === 403 }).toEqual({
        role,
        asked: mayUse ? 1 : 0,
        isForbidden: !mayUse,
      });
      // Whose account it is comes from the session, never from the request.
      for (const { context } of service.questions) expect(context.account.id).toBe(accountId);
    }
  });

  const forged: [string, Record<string, string>][] = [
    ['without the header', { 'sec-fetch-site': 'same-origin' }],
    ['from another site', { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' }],
    ['from a sibling of the site', { ...OWN_PAGE, 'sec-fetch-site': 'same-site' }],
    ['from a foreign origin', { 'x-console': '1', origin: 'https://evil.example' }],
    ['from nowhere', { 'x-console': '1' }],
    ['as a form of text', { ...OWN_PAGE, 'content-type': 'text/plain' }],
    ['as a form', { ...OWN_PAGE, 'content-type': 'application/x-www-form-urlencoded' }],
  ];
  const unsafe = routes.filter(({ method }) => method !== 'GET');

  it.each(unsafe)('asks no service for what another site sends: $name', async (route) => {
    const { operation, method, path, body = '{}', type } = route;
    const service = await play(operation, 200, {});
    for (const [, headers] of forged) {
      const all = { 'content-type': type, ...headers, 'idempotency-key': 'spec' };
      const answer = await people.owner.call(method, path, { body, headers: all });
      expect([headers, answer.status, answer.error?.code]).toEqual([headers, 403, 'csrf_failed']);
    }
    const override = { 'x-http-method-override': method, 'x-method-override': method };
    await people.owner.call('GET', path, { headers: override });
    const posted = await people.owner.call('POST', `${path}?_method=${method}`, { headers: override });
    service.stop();
    expect(posted.status).toBeGreaterThanOrEqual(400);
    expect(service.questions).toEqual([]);
  });

  it('takes the word of a browser that does not know Sec-Fetch-Site for its origin', async () => {
    const service = await gateway.bus.respond(listContacts, () => ({ contacts: [] }));
    const headers = { 'x-console': '1', origin: gateway.url };
    expect((await people.viewer.call('GET', '/contacts', { headers })).status).toBe(200);
    expect((await people.owner.call('DELETE', '/contacts/7', { headers })).error?.code).not.toBe(
      'csrf_failed',
    );
    service.unsubscribe();
  });

  it('takes nothing but a session: keys and tokens have /v1', async () => {
    const key = await gateway.createKey({ account_id: accountId });
    const answer = await fetch(`${gateway.url}/console/api/contacts`, { headers: keyHeaders(key) });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  it('leaves the requests of the account as they were, and has budgets of its own', async () => {
    const account = await gateway.createAccount({ rate_limit: 120 });
    const key = await gateway.createKey({ account_id: account });
    const person = await PersonAtConsole.signIn(gateway, account);
    const remaining = async () => {
      const answer = await fetch(`${gateway.url}/v1/ping`, { headers: keyHeaders(key) });
      return Number(answer.headers.get('ratelimit-remaining'));
    };
    const service = await gateway.bus.respond(listContacts, () => ({ contacts: [] }));
    expect(await remaining()).toBe(119);
    const answers = await Promise.all(
      Array.from({ length: 650 }, (_, index) =>
        person.at(index % 2 ? second : gateway.url).call('GET', '/contacts'),
      ),
    );
    service.unsubscribe();
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.error?.code).toBe('rate_limit_exceeded');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-limit')).toBe('600');
    expect(await remaining()).toBe(118);
  });

  it('has a budget for all people of an account together', async () => {
    const account = await gateway.createAccount();
    const [first, other] = [
      await PersonAtConsole.signIn(gateway, account),
      await PersonAtConsole.signIn(gateway, account),
    ];
    const service = await gateway.bus.respond(listContacts, () => ({ contacts: [] }));
    expect((await first.call('GET', '/contacts')).status).toBe(200);
    await gateway.service.query(
      'UPDATE gateway.rate_windows SET used = 3000, slots[second % 61 + 1] = 3000 WHERE account_id = $1',
      [-2 * account - 1],
    );
    expect((await other.call('GET', '/contacts')).status).toBe(429);
    service.unsubscribe();
  });

  const ends: [string, (person: PersonAtConsole) => Promise<unknown>, number][] = [
    ['signed out', ({ browser }) => signOut(browser), 401],
    ['signed out by themselves elsewhere', ({ email }) => signOutElsewhere(email), 401],
    ['disabled', ({ email }) => gateway.bus.request(disableUser, { body: { user: email } }), 401],
    [
      'given another password',
      ({ email }) =>
        gateway.bus.request(setUserPassword, { body: { user: email, password: `${PASSWORD}!` } }),
      401,
    ],
    [
      'demoted',
      ({ email }) => gateway.bus.request(setUserRole, { body: { user: email, role: 'viewer' } }),
      403,
    ],
  ];
  const signOut = async (browser: PersonAtConsole['browser']) =>
    browser.post('/sign-out', (await browser.get('/sign-in')).hidden('/sign-out'));

  const signOutElsewhere = async (email: string) => {
    const browser = new Browser(second);
    await browser.signIn(email, PASSWORD);
    const headers = { ...OWN_PAGE, cookie: browser.cookieHeader };
    const answer = await fetch(`${second}/console/api/me/sessions`, { method: 'DELETE', headers });
    expect(answer.status).toBe(200);
  };

  it.each(ends)('stops on every gateway within 5 seconds for a person who is %s', async (_, end, status) => {
    const person = await PersonAtConsole.signIn(gateway, accountId, 'agent');
    const cookie = person.browser.cookieHeader;
    const urls = [gateway.url, second];
    const attempt = async (url: string) =>
      (await fetch(`${url}/console/api/contacts/7`, { method: 'DELETE', headers: { ...OWN_PAGE, cookie } }))
        .status;
    for (const url of urls) expect([401, 403]).not.toContain(await attempt(url));
    await end(person);
    const start = performance.now();
    for (const url of urls) {
      await until(async () => (await attempt(url)) === status, { describe: 'the end', timeoutMs: 5_000 });
    }
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('is not there without the console', async () => {
    const { url, replica } = await gateway.startReplica({ FEATURE_CONSOLE: 'off' });
    for (const path of ['/contacts', '/nothing']) {
      expect((await people.owner.at(url).call('GET', path)).error?.code).toBe('not_found');
    }
    await replica.stop();
  });

  it('is refused to people of a suspended account', async () => {
    const account = await gateway.createAccount();
    const person = await PersonAtConsole.signIn(gateway, account);
    await gateway.service.query('UPDATE gateway.accounts SET suspended_at = now() WHERE id = $1', [account]);
    expect((await person.call('GET', '/contacts')).error).toMatchObject({
      code: 'feature_disabled',
      reason: 'account_suspended',
    });
  });
});
