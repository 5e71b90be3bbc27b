import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { connect, Events, type NatsConnection } from 'nats';
import { adminCalls, busUse } from '@chat/contracts/bus-use';
import { eventTypes, operations, serviceNames } from '@chat/contracts/table';
import { startNats, type LocalNats } from '@chat/local-servers';
import { busUsers, natsConfiguration, natsUsers } from '.';

let folder: string;
let server: LocalNats;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nats-users-'));
  server = await startNats({ dataDir: folder, users: natsUsers, log: () => undefined });
}, 120_000);

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const credentials = (user: string) => ({ servers: server.address, user, pass: server.password(user) });

/** Returns the subjects that the server refuses while `attempt` runs. */
async function refusals(user: string, attempt: (nats: NatsConnection) => unknown): Promise<string[]> {
  const nats = await connect(credentials(user));
  const refused: string[] = [];
  void (async () => {
    for await (const { type, permissionContext } of nats.status()) {
      if (type === Events.Error) refused.push(permissionContext?.subject ?? 'something else');
    }
  })();
  await attempt(nats);
  // The refusals arrive before the answer to the flush; the iterator then gets a turn to process them.
  await nats.flush();
  await setImmediate();
  await nats.close();
  return refused.sort();
}

const services = Object.keys(busUse);
const owner = (subject: string) => subject.split('.')[1];
const asRequested = operations.map((operation) => ({
  ...operation,
  subject: operation.owner ? `${operation.subject}.7` : operation.subject,
}));
const calledBy = (user: string): Set<string> => {
  const called = user === 'admin' ? adminCalls : (busUse[user]?.calls ?? []);
  const subjects = new Set<string>(called.map(({ subject }) => subject));
  return new Set(
    operations.flatMap(({ subject, owner: record }) =>
      subjects.has(subject) ? (record ? [`${subject}.7`, record.claim] : [subject]) : [],
    ),
  );
};

const notices = Object.values(busUse).flatMap(({ hears = [] }) => hears.map(({ subject }) => subject));

/** Returns whether the caller calls operations of the user, so that the user may reply to the caller's inbox. */
const answersTo = (user: string, caller: string) => {
  const calls = caller === 'admin' ? adminCalls : (busUse[caller]?.calls ?? []);
  return calls.some(({ subject }) => owner(subject) === user);
};

const consumers = services.flatMap((service) =>
  Object.entries(busUse[service]!.consumes).map(([durable, filter]) => ({ service, durable, filter })),
);
const api = '$JS.API';
const stream = 'CHAT_EVENTS';

/** The requests about the whole stream, each with the users that may make it. */
const ofStream: readonly { subject: string; mayAsk: (user: string) => boolean }[] = [
  { subject: `${api}.DIRECT.GET.${stream}`, mayAsk: (user) => erases(user) },
  { subject: `${api}.STREAM.MSG.DELETE.${stream}`, mayAsk: (user) => erases(user) },
  // Followers of all events have consumers without a name, which the server refuses to take for another's.
  { subject: `${api}.CONSUMER.CREATE.${stream}`, mayAsk: (user) => busUse[user]?.follows !== undefined },
  { subject: `${api}.CONSUMER.LIST.${stream}`, mayAsk: (user) => erases(user) || user === 'admin' },
  {
    subject: `${api}.STREAM.UPDATE.${stream}`,
    mayAsk: (user) => busUse[user]?.keepsStream === true || user === 'admin',
  },
];
const erases = (user: string) => busUse[user]?.erasesEvents === true;

/**
 * The subjects that neither a service nor the admin tool may publish to, under every name that JetStream has for them.
 */
const forbidden = [
  ...['DELETE', 'PURGE', 'MSG.GET', 'SNAPSHOT', 'RESTORE'].map((verb) => `${api}.STREAM.${verb}.${stream}`),
  `${api}.STREAM.CREATE.OTHER`,
  `${api}.STREAM.LIST`,
  `${api}.STREAM.NAMES`,
  `${api}.CONSUMER.CREATE.${stream}.thief.evt.>`,
  ...consumers.flatMap(({ durable }) => [
    `${api}.CONSUMER.CREATE.${stream}.${durable}`,
    `${api}.CONSUMER.DURABLE.CREATE.${stream}.${durable}`,
    `${api}.CONSUMER.DELETE.${stream}.${durable}`,
  ]),
  '$SYS.REQ.SERVER.PING',
  'anything.else',
];

describe.each([...services, 'admin'])('the user %s', (user) => {
  it('can publish only its calls, replies to its callers, and its own events and notices', async () => {
    const called = calledBy(user);
    const foreign = [
      ...asRequested.map(({ subject }) => subject).filter((subject) => !called.has(subject)),
      ...eventTypes.map(({ subject }) => subject).filter((subject) => owner(subject) !== user),
      ...notices.filter((subject) => owner(subject) !== user),
      ...[...busUsers.keys()]
        .filter((other) => !answersTo(user, other))
        .map((other) => `_INBOX_${other}.reply`),
      ...forbidden,
      ...ofStream.filter(({ mayAsk }) => !mayAsk(user)).map(({ subject }) => subject),
    ];
    const published = [...eventTypes.map(({ subject }) => subject), ...notices];
    const own = [
      ...called,
      ...published.filter((subject) => owner(subject) === user),
      ...ofStream.filter(({ mayAsk }) => mayAsk(user)).map(({ subject }) => subject),
    ];

    const refused = await refusals(user, (nats) => [...own, ...foreign].forEach((s) => nats.publish(s)));

    expect(refused).toEqual(foreign.sort());
  });

  it('can use only its own consumers and read only its own last events', async () => {
    const ofConsumer = ({ durable, filter }: (typeof consumers)[number]) => [
      `${api}.CONSUMER.CREATE.${stream}.${durable}.${filter}`,
      `${api}.CONSUMER.INFO.${stream}.${durable}`,
      `${api}.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.1.1.1.1.0`,
    ];
    const lastEvent = ({ subject }: (typeof eventTypes)[number]) => `${api}.DIRECT.GET.${stream}.${subject}`;
    const foreign = [
      ...consumers.filter(({ service }) => service !== user).flatMap(ofConsumer),
      ...eventTypes.filter(({ subject }) => owner(subject) !== user).map(lastEvent),
    ];
    const own = [
      ...consumers.filter(({ service }) => service === user).flatMap(ofConsumer),
      ...eventTypes.filter(({ subject }) => owner(subject) === user).map(lastEvent),
    ];

    const refused = await refusals(user, (nats) => [...own, ...foreign].forEach((s) => nats.publish(s)));

    expect(refused).toEqual(foreign.sort());
  });

  it('can subscribe only to requests in its queue group, its declared notices and its own replies', async () => {
    const mine = asRequested.filter(({ subject }) => owner(subject) === user);
    const own = [
      ...mine.map((operation) => ({
        subject: operation.subject,
        ...(!operation.owner && { queue: user }),
      })),
      ...(busUse[user]?.hears ?? []),
      { subject: `_INBOX_${user}.>` },
    ];
    const foreign = [
      ...mine.filter((operation) => !operation.owner).map(({ subject }) => ({ subject })),
      ...asRequested
        .filter(({ subject }) => owner(subject) !== user)
        .flatMap(({ subject }) => [{ subject }, { subject, queue: owner(subject) }]),
      ...eventTypes.map(({ subject }) => ({ subject })),
      ...notices
        .filter((subject) => !own.some((heard) => heard.subject === subject))
        .map((subject) => ({ subject })),
      ...[...busUsers.keys()]
        .filter((name) => name !== user)
        .map((name) => ({ subject: `_INBOX_${name}.>` })),
      ...['>', 'rpc.>', 'evt.>', 'now.>', '_INBOX.>', '*.>', '$JS.>', '$JS.EVENT.>', '$SYS.>'].map(
        (subject) => ({
          subject,
        }),
      ),
    ];

    const refused = await refusals(user, (nats) =>
      [...own, ...foreign].forEach(({ subject, queue }: { subject: string; queue?: string }) =>
        nats.subscribe(subject, { queue, callback: () => undefined }),
      ),
    );

    expect(refused).toEqual(foreign.map(({ subject }) => subject).sort());
  });
});

it('has a user for each service', () => {
  expect(services.sort()).toEqual([...serviceNames].sort());
});

it('lets a service reply to its callers and to nobody else', async () => {
  const caller = await connect({ ...credentials('tickets'), inboxPrefix: '_INBOX_tickets' });
  const refused = await refusals('crm', async (crm) => {
    crm.subscribe('rpc.crm.contact.get', {
      queue: 'crm',
      callback: (_, message) => {
        message.respond('the answer');
        crm.publish('_INBOX_webhooks.a-guess', 'the answer');
      },
    });
    await crm.flush();
    const answer = await caller.request('rpc.crm.contact.get', '', { timeout: 20_000 });
    expect(answer.string()).toBe('the answer');
  });
  await caller.close();

  expect(refused).toEqual(['_INBOX_webhooks.a-guess']);
});

it('lets a follower of all events take no consumer of another service', async () => {
  const [follower] = services.filter((name) => busUse[name]?.follows !== undefined);
  const victim = consumers.find(({ service }) => service !== follower)!;
  const as = async (user: string) => {
    const nats = await connect({ ...credentials(user), inboxPrefix: `_INBOX_${user}` });
    return {
      ask: async (subject: string, body: object) => {
        const answer = await nats.request(`${api}.${subject}`, JSON.stringify(body), { timeout: 20_000 });
        return answer.json<{ error?: object; config?: object }>();
      },
      close: () => nats.close(),
    };
  };
  const owner = await as(victim.service);
  const thief = await as(follower!);
  await owner.ask(`STREAM.CREATE.${stream}`, { name: stream, subjects: ['evt.>'] });
  const config = { durable_name: victim.durable, filter_subject: victim.filter, ack_policy: 'explicit' };
  const create = `CONSUMER.CREATE.${stream}.${victim.durable}.${victim.filter}`;
  const created = await owner.ask(create, { stream_name: stream, config });

  for (const name of [{ durable_name: victim.durable }, { name: victim.durable }]) {
    const stolen = { ...name, deliver_subject: `_INBOX_${follower}.stolen`, ack_policy: 'none' };
    const body = { stream_name: stream, config: stolen };
    expect(await thief.ask(`CONSUMER.CREATE.${stream}`, body)).toHaveProperty('error');
  }
  expect(created.config).toMatchObject(config);
  const left = await owner.ask(`CONSUMER.INFO.${stream}.${victim.durable}`, {});
  expect(left.config).toEqual(created.config);
  await owner.close();
  await thief.close();
});

it('lets the observer receive every event and publish nothing', async () => {
  const subjects = [...asRequested, ...eventTypes].map(({ subject }) => subject);

  expect(await refusals('observer', (nats) => subjects.forEach((subject) => nats.publish(subject)))).toEqual(
    subjects.sort(),
  );
  expect(
    await refusals('observer', (nats) => {
      nats.subscribe('evt.>', { callback: () => undefined });
      nats.subscribe('rpc.>', { callback: () => undefined });
    }),
  ).toEqual(['rpc.>']);
});

it('refuses connections without credentials', async () => {
  await expect(connect({ servers: server.address, reconnect: false })).rejects.toMatchObject({
    code: 'AUTHORIZATION_VIOLATION',
  });
});

describe('a configuration with the passwords of a change', () => {
  const passwords = new Map([
    ['NATS_PASSWORD_CRM', '1234'],
    ['NATS_PASSWORD_CRM_NEXT', '"$5678\\'],
  ]);

  it('accepts the old and the new password, each with the same permissions', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'nats-users-'));
    const users = { ...natsUsers, configuration: natsConfiguration(passwords) };
    const changing = await startNats({ dataDir, users, log: () => undefined });
    try {
      for (const [user, pass] of [
        ['crm', '1234'],
        ['crm-next', '"$5678\\'],
      ] as const) {
        const nats = await connect({ servers: changing.address, user, pass, inboxPrefix: '_INBOX_crm' });
        nats.subscribe('rpc.crm.contact.get', {
          queue: 'crm',
          callback: (_, message) => void message.respond(),
        });
        await nats.flush();
        expect([user, nats.isClosed()]).toEqual([user, false]);
        const refused = new Promise((resolve) => {
          nats.subscribe('rpc.tickets.>', { callback: (error) => resolve(error?.code) });
        });
        expect([user, await refused]).toEqual([user, 'PERMISSIONS_VIOLATION']);
        await nats.close();
      }
    } finally {
      await changing.stop();
      await rm(dataDir, { recursive: true });
    }
  });

  it('is not printed with a password of no user', () => {
    expect(() => natsConfiguration(new Map([['NATS_PASSWORD_CMR', 'p']]))).toThrow('NATS_PASSWORD_CMR');
  });
});
