import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { connect, Events } from 'nats';
import { subjectsOf } from '@chat/contracts';
import { adminCalls, busUse } from '@chat/contracts/bus-use';
import { operations } from '@chat/contracts/table';
import { startNats, type LocalNats } from '@chat/local-servers';
import { adminPersonOf, natsConfiguration, natsUsers } from '.';

const PEOPLE = new Map([
  ['NATS_PASSWORD_ADMIN_ADA', 'of-ada'],
  ['NATS_PASSWORD_VIEWER_BOB', 'of-bob'],
]);
const passwords: Readonly<Record<string, string>> = { 'admin-ada': 'of-ada', 'viewer-bob': 'of-bob' };
const NAME = /user: "([^"]+)"/g;

const usersIn = (text: string) => [...text.matchAll(NAME)].map(([, name]) => name);

describe('people with the admin tool', () => {
  let folder: string;
  let server: LocalNats;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nats-people-'));
    const passwordVariables: Record<string, string> = { ...natsUsers.passwordVariables };
    delete passwordVariables.admin;
    const users = { configuration: natsConfiguration(PEOPLE), passwordVariables };
    server = await startNats({ dataDir: folder, users, log: () => undefined });
  }, 120_000);

  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** Returns the subjects that the server refuses this user to publish to. */
  async function refused(user: string, subjects: readonly string[]): Promise<string[]> {
    const nats = await connect({ servers: server.address, user, pass: passwords[user]! });
    const found: string[] = [];
    void (async () => {
      for await (const { type, permissionContext } of nats.status()) {
        if (type === Events.Error) found.push(permissionContext!.subject);
      }
    })();
    for (const subject of subjects) nats.publish(subject);
    await nats.flush();
    await setImmediate();
    await nats.close();
    return found.sort();
  }

  const requests = adminCalls.flatMap((operation) =>
    subjectsOf(operation).map((subject) => ({ subject, isRead: operation.effect === 'read' })),
  );

  it('request only under their own name: neither as somebody else, nor without a name', async () => {
    const own = requests.map(({ subject }) => `${subject}.by.ada`);
    const foreign = [
      ...operations.flatMap(subjectsOf),
      ...requests.map(({ subject }) => `${subject}.by.bob`),
      ...Object.keys(busUse).flatMap((service) => [`evt.${service}.a.b`, `_INBOX_${service}.guess`]),
      '$JS.API.STREAM.DELETE.CHAT_EVENTS',
    ];
    expect(await refused('admin-ada', [...own, ...foreign])).toEqual([...new Set(foreign)].sort());
  });

  it('change nothing if they may only look', async () => {
    const changes = requests.filter(({ isRead }) => !isRead).map(({ subject }) => `${subject}.by.bob`);
    const looks = requests.filter(({ isRead }) => isRead).map(({ subject }) => `${subject}.by.bob`);
    const ofStream = '$JS.API.STREAM.UPDATE.CHAT_EVENTS';
    expect(changes.length).toBeGreaterThan(20);
    expect(looks.length).toBeGreaterThan(20);
    const all = [...looks, ...changes, ofStream];
    expect(await refused('viewer-bob', all)).toEqual([...changes, ofStream].sort());
  });

  it('receive the answers to their own requests only', async () => {
    const nats = await connect({
      servers: server.address,
      user: 'viewer-bob',
      pass: passwords['viewer-bob']!,
    });
    const foreign: string[] = [];
    void (async () => {
      for await (const { permissionContext } of nats.status()) {
        if (permissionContext) foreign.push(permissionContext.subject);
      }
    })();
    for (const subject of ['_INBOX_admin.bob.>', '_INBOX_admin.ada.>', '_INBOX_admin.>', 'evt.>']) {
      nats.subscribe(subject, { callback: () => undefined });
    }
    await nats.flush();
    await setImmediate();
    await nats.close();
    expect(foreign.sort()).toEqual(['_INBOX_admin.>', '_INBOX_admin.ada.>', 'evt.>']);
  });

  it('take the place of the user that all share', () => {
    expect(usersIn(natsConfiguration(PEOPLE))).not.toContain('admin');
    expect(usersIn(natsConfiguration(new Map([...PEOPLE, ['NATS_PASSWORD_ADMIN', 'kept']])))).toContain(
      'admin',
    );
    expect(usersIn(natsConfiguration())).toContain('admin');
  });

  it('have names, and roles that there are', () => {
    expect(() => natsConfiguration(new Map([['NATS_PASSWORD_OWNER_ADA', 'x']]))).toThrow(
      'is the password of no user',
    );
    expect(() => natsConfiguration(new Map([['NATS_PASSWORD_VIEWER_NEXT', 'x']]))).toThrow(
      'is the password of no user',
    );
    expect(adminPersonOf('admin-next')).toBeUndefined();
    expect(adminPersonOf('viewer-ada-lovelace')).toEqual({ name: 'ada-lovelace', mayChange: false });
  });

  it('call no operation that an owner of a record answers, whose subject ends with the record', () => {
    expect(adminCalls.filter(({ owner }) => owner)).toEqual([]);
  });
});
