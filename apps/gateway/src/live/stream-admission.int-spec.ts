import type { EventType, Scope } from '@chat/contracts';
import { deviceConnected } from '@chat/contracts/channels';
import { contactCreated } from '@chat/contracts/crm';
import {
  onlyStreamed,
  revokeApiKey,
  setUserRole,
  suspendAccount,
  updateApiKey,
  disableUser,
} from '@chat/contracts/gateway';
import { messageReceived } from '@chat/contracts/messaging';
import { eventTypes } from '@chat/contracts/table';
import { webhookDisabled } from '@chat/contracts/webhooks';
import { EventStreamReader, until, type Credential } from '@chat/test-kit';
import { GatewayUnderTest, keyHeaders } from '../testing/gateway-under-test';
import { createApp, signedInPerson } from '../testing/oauth-app';
import { PersonAtConsole, OWN_PAGE } from '../testing/signed-in-person';
import { contactData, exampleData, messageData } from '../testing/streamed-events';

/** The scope that the events of a family need; null: none but that of the stream. */
const scopeOf: Readonly<Record<string, Scope | null>> = {
  message: 'messages:read',
  conversation: 'messages:read',
  device: 'devices:read',
  template: 'templates:read',
  ticket: 'tickets:read',
  contact: 'contacts:read',
  webhook: 'messages:webhook',
  account: null,
};
const ofStreams: readonly Scope[] = [
  'messages:read',
  'devices:read',
  'templates:read',
  'tickets:read',
  'contacts:read',
];
const types = [...eventTypes.filter(({ webhook }) => webhook), ...onlyStreamed];

/** Every combination of the scopes that concern streams; null: a key without a list. */
const combinations: (readonly Scope[] | null)[] = [
  null,
  ...Array.from({ length: 2 ** ofStreams.length }, (_, bits) => [
    ...ofStreams.filter((_, index) => bits & (1 << index)),
    ...(bits % 2 ? (['messages:webhook'] as const) : []),
  ]),
];

function dataOf(type: EventType): object {
  if (!type.type.startsWith('contact.')) return exampleData(type);
  return type.type === 'contact.deleted' ? { contact_id: 41, phone: '5511987654321' } : contactData(41);
}

function mayRead(scopes: readonly Scope[] | null, { type }: EventType): boolean {
  const scope = scopeOf[type.slice(0, type.indexOf('.'))];
  if (scope === null) return true;
  // Tickets have to be listed.
  return scopes === null ? scope !== 'tickets:read' : scopes.includes(scope!);
}

describe('the admission to event streams', () => {
  let gateway: GatewayUnderTest;
  let second: string;
  const readers: EventStreamReader[] = [];

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    ({ url: second } = await gateway.startReplica());
  });

  afterEach(() => readers.splice(0).forEach((reader) => reader.close()));

  afterAll(() => gateway.stop());

  const open = async (url: string, headers: Record<string, string>) => {
    const reader = await EventStreamReader.open(url, headers);
    readers.push(reader);
    if (reader.status === 200) await reader.until(({ frames }) => frames.length > 0, 'the first frame');
    return reader;
  };
  const openWith = (key: Credential, url = gateway.url) => open(url, keyHeaders(key));
  const openAt = (person: PersonAtConsole, url = gateway.url) =>
    open(`${url}/console/api/events/stream`, { ...OWN_PAGE, cookie: person.browser.cookieHeader });
  const publishMessage = (accountId: number) =>
    gateway.bus.publish(messageReceived, messageData(), { accountId });

  it('shows every combination of scopes exactly its events, and no account those of another', async () => {
    expect(types.length * combinations.length).toBeGreaterThan(500);
    expect([...new Set(types.map(({ type }) => type.slice(0, type.indexOf('.'))))].sort()).toEqual(
      Object.keys(scopeOf).sort(),
    );
    const [own, other] = [await gateway.createAccount(), await gateway.createAccount()];
    const opened = await Promise.all(
      combinations.map(async (scopes) => {
        const key = await gateway.createKey({ account_id: own, scopes: scopes && [...scopes] });
        return { scopes, reader: await openWith(key) };
      }),
    );
    const stranger = await openWith(await gateway.createKey({ account_id: other }));
    for (const type of types)
      await gateway.bus.publish(type, dataOf(type), { accountId: own, entity: 'things/1' });
    // Everybody sees the end, and nobody anything after it.
    const last = types.find(({ type }) => type === 'account.limit_reached')!;
    const ends = [own, other].map((accountId) => gateway.bus.publish(last, dataOf(last), { accountId }));
    const [end, otherEnd] = (await Promise.all(ends)).map(({ id }) => id);
    for (const { scopes, reader } of opened) {
      if (scopes?.every((scope) => scope === 'messages:webhook')) {
        expect([scopes, reader.status, reader.error?.code]).toEqual([scopes, 403, 'insufficient_scope']);
        continue;
      }
      await reader.until(({ events }) => events.includes(end!), `the end for ${String(scopes)}`);
      const told = reader.told.map(({ event }) => event).slice(0, -1);
      const expected = types.filter((type) => mayRead(scopes, type)).map(({ type }) => type);
      expect({ scopes, told }).toEqual({ scopes, told: expected });
    }
    await stranger.until(({ events }) => events.includes(otherEnd!), 'the end');
    expect(stranger.events).toEqual([otherEnd]);
  });

  it('tells an app of its own endpoints only', async () => {
    const accountId = await gateway.createAccount();
    const scopes = 'messages:read messages:webhook';
    const [app, other] = [await createApp(gateway, accountId), await createApp(gateway, accountId)];
    const { browser } = await signedInPerson(gateway, accountId);
    const token = (await app.redeem(await app.codeFor(browser, { scope: scopes }))).body.access_token!;
    const reader = await open(gateway.url, { authorization: `Bearer ${token}` });
    const all = await openWith(await gateway.createKey({ account_id: accountId }));
    const example = exampleData(webhookDisabled);
    const creators = [app.clientId, other.clientId, null];
    const ids: string[] = [];
    for (const id of creators) {
      const created_by = id === null ? null : { type: 'app' as const, id, name: 'App' };
      const data = { ...example, webhook: { ...example.webhook, created_by } };
      ids.push((await gateway.bus.publish(webhookDisabled, data, { accountId })).id);
    }
    const { id: end } = await publishMessage(accountId);
    await reader.until(({ events }) => events.includes(end), 'the end');
    await all.until(({ events }) => events.includes(end), 'the end');
    expect(reader.events).toEqual([ids[0], end]);
    expect(all.events).toEqual([...ids, end]);
  });

  it('counts the opening of a stream as one request, and its events as none', async () => {
    const accountId = await gateway.createAccount({ rate_limit: 10 });
    const key = await gateway.createKey({ account_id: accountId });
    const reader = await openWith(key);
    expect(reader.headers.get('ratelimit-remaining')).toBe('9');
    for (let count = 0; count < 20; count += 1) await publishMessage(accountId);
    await reader.until(({ events }) => events.length === 20, 'the events');
    const ping = await fetch(`${gateway.url}/v1/ping`, { headers: keyHeaders(key) });
    expect(ping.headers.get('ratelimit-remaining')).toBe('8');
  });

  describe('is one of 5 of a person and of 100 of an account', () => {
    const openStreams = async (accountId: number) => {
      const [row] = await gateway.service.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM gateway.open_streams WHERE account_id = ${accountId}`,
      );
      return row!.count;
    };

    it('at all gateways together', async () => {
      const accountId = await gateway.createAccount();
      const person = await PersonAtConsole.signIn(gateway, accountId);
      const own = await Promise.all(
        Array.from({ length: 5 }, (_, index) => openAt(person, index < 3 ? gateway.url : second)),
      );
      expect(own.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      for (const url of [gateway.url, second]) {
        const sixth = await openAt(person, url);
        expect([sixth.status, sixth.error?.code]).toEqual([429, 'rate_limit_exceeded']);
        expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      own[0]!.close();
      expect((await openAt(person, second)).status).toBe(200);

      const key = await gateway.createKey({ account_id: accountId });
      const rest = await Promise.all(
        Array.from({ length: 97 }, (_, index) => openWith(key, index % 2 ? gateway.url : second)),
      );
      expect(rest.filter(({ status }) => status === 200)).toHaveLength(95);
      expect(rest.filter(({ status }) => status === 429)).toHaveLength(2);
      const others = await openWith(await gateway.createKey());
      expect(others.status).toBe(200);
    });

    it('without those of a gateway that was killed', async () => {
      const accountId = await gateway.createAccount();
      const person = await PersonAtConsole.signIn(gateway, accountId);
      await gateway.service.query(
        `WITH killed AS (INSERT INTO gateway.stream_gateways (id) VALUES (gen_random_uuid()) RETURNING id)
         SELECT gateway.take_stream(gen_random_uuid(), id, ${accountId}, ${person.id}, 100, 5)
         FROM killed, generate_series(1, 5)`,
      );
      // It waits until that is known: the last sign of life was just now.
      expect((await openAt(person)).status).toBe(200);
    });

    it('at once without those of a gateway that leaves', async () => {
      const accountId = await gateway.createAccount();
      const person = await PersonAtConsole.signIn(gateway, accountId);
      const { url, replica } = await gateway.startReplica();
      await Promise.all(Array.from({ length: 5 }, () => openAt(person, url)));
      expect(await openStreams(accountId)).toBe(5);
      await replica.stop();
      expect(await openStreams(accountId)).toBe(0);
    });

    it('also after Postgres has forgotten who has which', async () => {
      const accountId = await gateway.createAccount();
      const key = await gateway.createKey({ account_id: accountId });
      await Promise.all([openWith(key), openWith(key, second)]);
      await gateway.service.query('TRUNCATE gateway.stream_gateways, gateway.open_streams');
      await until(async () => (await openStreams(accountId)) === 2, { describe: 'both streams' });
    });
  });

  describe('ends within 5 seconds, everywhere,', () => {
    const ends: [string, (key: Credential, accountId: number) => Promise<unknown>][] = [
      [
        'when its key is revoked',
        ({ clientId }) => gateway.bus.request(revokeApiKey, { body: { client_id: clientId } }),
      ],
      [
        'when its key may no longer be used from its address',
        ({ clientId }) =>
          gateway.bus.request(updateApiKey, { body: { client_id: clientId, allowlist: ['192.0.2.1'] } }),
      ],
      [
        'when its key has no scope for it any more',
        ({ clientId }) =>
          gateway.bus.request(updateApiKey, { body: { client_id: clientId, scopes: ['messages:send'] } }),
      ],
      [
        'when its account is suspended',
        (_, account_id) => gateway.bus.request(suspendAccount, { body: { account_id } }),
      ],
    ];

    // At once, since each takes the time until the gateway looks again.
    it('whatever ends its credential', async () => {
      const opened = await Promise.all(
        ends.map(async ([why, end]) => {
          const accountId = await gateway.createAccount();
          const key = await gateway.createKey({ account_id: accountId });
          const reopen = () => openWith(key);
          return {
            why,
            end: () => end(key, accountId),
            both: [await reopen(), await openWith(key, second)],
            reopen,
          };
        }),
      );
      const person = await PersonAtConsole.signIn(gateway, await gateway.createAccount());
      opened.push({
        why: 'when its person is disabled',
        end: () => gateway.bus.request(disableUser, { body: { user: person.email } }),
        both: [await openAt(person), await openAt(person, second)],
        reopen: () => openAt(person),
      });
      await Promise.all(opened.map(({ end }) => end()));
      const start = performance.now();
      for (const { why, both } of opened)
        for (const reader of both) await reader.until(({ hasEnded }) => hasEnded, `the end ${why}`);
      expect(performance.now() - start).toBeLessThan(5_000);
      for (const { why, reopen } of opened)
        expect({ why, isOpen: (await reopen()).status === 200 }).toEqual({ why, isOpen: false });
    });

    it('for the events that a credential may no longer see', async () => {
      const accountId = await gateway.createAccount();
      const scopes: Scope[] = ['messages:read', 'devices:read'];
      const key = await gateway.createKey({ account_id: accountId, scopes });
      const reader = await openWith(key);
      const body = { client_id: key.clientId, scopes: ['devices:read' as const] };
      await gateway.bus.request(updateApiKey, { body });
      const start = performance.now();
      const round = async () => {
        const seen = reader.events.length;
        await publishMessage(accountId);
        const data = exampleData(deviceConnected);
        const { id } = await gateway.bus.publish(deviceConnected, data, { accountId });
        await reader.until(({ events }) => events.includes(id), 'the event of a channel');
        return reader.told.slice(seen).map(({ event }) => event);
      };
      while ((await round()).includes('message.received')) {
        expect(performance.now() - start).toBeLessThan(5_000);
      }
      expect(reader.hasEnded).toBe(false);
    });
  });

  it('is open to people of every role, with the events that the role may see', async () => {
    const accountId = await gateway.createAccount();
    const person = await PersonAtConsole.signIn(gateway, accountId, 'agent');
    const reader = await openAt(person);
    const { id } = await gateway.bus.publish(contactCreated, contactData(41), { accountId });
    await gateway.bus.publish(webhookDisabled, exampleData(webhookDisabled), { accountId });
    const { id: last } = await publishMessage(accountId);
    await reader.until(({ events }) => events.includes(last), 'the event');
    expect(reader.events).toEqual([id, last]);
    await gateway.bus.request(setUserRole, { body: { user: person.email, role: 'developer' } });
    expect(reader.hasEnded).toBe(false);
  });
});
