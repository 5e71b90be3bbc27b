import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { headers, type Msg } from 'nats';
import { createUser } from 'nkeys.js';
import { freePort, natsBinary, selfSignedCertificate } from '@chat/local-servers';
import type { BusAccess } from './access/bus-access';
import { BusConnection } from './connection';

let folder: string;
let server: ChildProcess | undefined;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bus-connection-'));
});

afterEach(async () => {
  if (!server) return;
  if (server.kill('SIGKILL')) await once(server, 'exit');
  server = undefined;
});

afterAll(() => rm(folder, { recursive: true }));

/** The server's timeout for the greeting in seconds, generous enough for a busy machine. */
const PATIENCE = 'timeout: 30';

/** Starts a nats-server with this configuration in addition to the minimum that our services require. */
async function serve(configuration: string, onPort?: number): Promise<void> {
  port = onPort ?? (await freePort());
  const file = join(folder, 'nats.conf');
  await writeFile(file, `listen: "127.0.0.1:${port}"\nmax_payload: 8MB\n${configuration}`);
  server = spawn(await natsBinary(() => undefined), ['-c', file], { stdio: 'ignore' });
  while (!(await listens(port))) await delay(10);
}

/** Checks by connecting: a check that listens itself could take the port away from the starting server. */
async function listens(onPort: number): Promise<boolean> {
  const socket = connect(onPort, '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

/** Returns the result of connecting: `in`, or the error message. */
async function enter(access: BusAccess): Promise<string> {
  try {
    await (await BusConnection.open(access, 'spec')).drain();
    return 'in';
  } catch (error) {
    return (error as Error).message;
  }
}

const url = (credentials = '', scheme = 'nats') => `${scheme}://${credentials}127.0.0.1:${port}`;
const refused =
  /^NATS refused the credentials \(AUTHORIZATION_VIOLATION\)\. Check NATS_USER and NATS_PASSWORD/;

describe('a connection whose server is gone', () => {
  it('can still be drained and closed', async () => {
    await serve('');
    const connection = await BusConnection.open({ url: url() }, 'spec');
    server!.kill('SIGKILL');
    while (connection.isConnected) await delay(5);
    await connection.drain();
    expect(connection.nats.isClosed()).toBe(true);
  });
});

describe('a connection with credentials', () => {
  it('accepts a user and a password, including percent-encoded ones in the URL', async () => {
    await serve(`authorization { ${PATIENCE}, users = [{ user: "a@b", password: "p:/%" }] }`);

    expect(await enter({ url: url('a%40b:p%3A%2F%25@') })).toBe('in');
    expect(await enter({ url: url(), user: 'a@b', password: 'p:/%' })).toBe('in');
    expect(await enter({ url: url() })).toMatch(refused);
    expect(await enter({ url: url(), user: 'a@b', password: 'guess' })).toMatch(refused);
    expect(await enter({ url: url(), user: 'a@b', password: 'guess' })).not.toContain('guess');
  });

  it('accepts a token', async () => {
    await serve(`authorization { ${PATIENCE}, token: "t/ken" }`);

    expect(await enter({ url: url(), token: 't/ken' })).toBe('in');
    expect(await enter({ url: url('t%2Fken@') })).toBe('in');
    expect(await enter({ url: url(), token: 'guess' })).toMatch(refused);
  });

  it('accepts the seed of an nkey', async () => {
    const [ours, other] = [createUser(), createUser()];
    const seedOf = (pair: typeof ours) => Buffer.from(pair.getSeed()).toString();
    await serve(`authorization { ${PATIENCE}, users = [{ nkey: "${ours.getPublicKey()}" }] }`);

    expect(await enter({ url: url(), nkeySeed: seedOf(ours) })).toBe('in');
    expect(await enter({ url: url(), nkeySeed: seedOf(other) })).toMatch(refused);
  });
});

describe('a connection over TLS', () => {
  const ours = selfSignedCertificate('nats');
  const client = selfSignedCertificate('client');
  const other = selfSignedCertificate('other');

  async function serveTls(more = ''): Promise<void> {
    const files = { 'cert.pem': ours.cert, 'key.pem': ours.key, 'client.pem': client.cert };
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
    await serve(
      `tls { ${PATIENCE}, cert_file: "${folder}/cert.pem", key_file: "${folder}/key.pem" ${more} }`,
    );
  }

  it('trusts only the given private CA', async () => {
    await serveTls();

    expect(await enter({ url: url('', 'tls'), tls: { ca: ours.cert } })).toBe('in');
    expect(await enter({ url: url(), tls: { ca: ours.cert } })).toBe('in');
    const untrusted = /^No TLS connection to NATS could be made \(.*CERT.*\)\. Check NATS_TLS_CA/;
    expect(await enter({ url: url('', 'tls') })).toMatch(untrusted);
    expect(await enter({ url: url('', 'tls'), tls: { ca: other.cert } })).toMatch(untrusted);
  });

  it('presents a client certificate if the server requires one', async () => {
    await serveTls(`, ca_file: "${folder}/client.pem", verify: true`);
    const tls = { ca: ours.cert, cert: client.cert, key: client.key };

    expect(await enter({ url: url('', 'tls'), tls })).toBe('in');
  });

  it('fails without TLS if the URL requires it', async () => {
    await serve('');

    expect(await enter({ url: url('', 'tls') })).toMatch(/^The NATS server offers no TLS\./);
  });
});

describe('an operation that the user is not permitted', () => {
  it('is reported with its subject', async () => {
    await serve(`authorization { ${PATIENCE}, users = [
      { user: a, password: a, permissions: { publish: "mine", subscribe: ["_INBOX_spec.>"] } }
    ] }`);
    const told: string[] = [];
    const bus = await BusConnection.open({ url: url('a:a@') }, 'spec', ({ message }) => told.push(message));

    bus.nats.subscribe('theirs', { callback: () => undefined });
    const request = { subject: 'rpc.theirs', payload: '', headers: headers(), timeoutMs: 20_000 };
    await expect(bus.request(request)).rejects.toMatchObject({
      code: 'PERMISSIONS_VIOLATION',
      permissionContext: { operation: 'publish' },
    });
    await bus.nats.flush();
    await bus.drain();

    expect(told).toEqual([
      'NATS does not let this user subscribe to "theirs".',
      'NATS does not let this user publish to "rpc.theirs".',
    ]);
  });
});

describe('a request', () => {
  let bus: BusConnection;

  const ask = (subject: string, timeoutMs = 20_000) =>
    bus.request({ subject, payload: '', headers: headers(), timeoutMs });

  /**
   * Subscribes without answering.
   * @returns a function that resolves when a request has arrived.
   */
  async function takeAndKeepSilent(subject: string): Promise<() => Promise<void>> {
    const iterator = bus.nats.subscribe(subject)[Symbol.asyncIterator]();
    await bus.nats.flush();
    return async () => void (await iterator.next());
  }

  beforeEach(async () => {
    await serve('');
    bus = await BusConnection.open({ url: url() }, 'spec');
  });

  afterEach(() => bus.drain());

  it('gets its own reply, whatever the order of the replies', async () => {
    const held: Msg[] = [];
    bus.nats.subscribe('echo.*', {
      callback: (_, message) => {
        held.push(message);
        if (held.length === 3) held.reverse().forEach((one) => one.respond(one.subject));
      },
    });
    const replies = await Promise.all(['echo.1', 'echo.2', 'echo.3'].map((subject) => ask(subject)));
    expect(replies.map((reply) => reply.string())).toEqual(['echo.1', 'echo.2', 'echo.3']);
  });

  it('fails at once when nobody listens', async () => {
    await expect(ask('nobody')).rejects.toMatchObject({ code: '503' });
  });

  it('accepts an empty reply and a reply with a status of its own', async () => {
    bus.nats.subscribe('mute', { callback: (_, message) => void message.respond() });
    bus.nats.subscribe('busy', {
      callback: (_, message) => void message.respond('later', { headers: headers(503, 'Busy') }),
    });
    expect((await ask('mute')).data).toHaveLength(0);
    expect((await ask('busy')).string()).toBe('later');
  });

  it('times out and ignores a late reply', async () => {
    const late: Msg[] = [];
    bus.nats.subscribe('slow', { callback: (_, message) => void late.push(message) });
    await expect(ask('slow', 20)).rejects.toMatchObject({ code: 'TIMEOUT' });
    // The request may still be in flight.
    await bus.nats.flush();
    late[0]!.respond('too late');
    await bus.nats.flush();
  });

  it('fails if the connection is closed while it waits', async () => {
    const taken = await takeAndKeepSilent('silent');
    const failed = expect(ask('silent')).rejects.toMatchObject({ code: 'CANCELLED' });
    await taken();
    await bus.nats.close();
    await failed;
  });

  it('is not sent on a draining or closed connection', async () => {
    await ask('any').catch(() => undefined);
    const drained = bus.drain();
    await expect(ask('any')).rejects.toMatchObject({ code: 'CONNECTION_DRAINING' });
    await drained;
    await expect(ask('any')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('is answered after a reconnect', async () => {
    bus.nats.subscribe('echo', { callback: (_, message) => void message.respond('here') });
    await ask('echo');
    server!.kill('SIGKILL');
    await once(server!, 'exit');
    while (bus.isConnected) await delay(10);
    await serve('', port);
    while (!bus.isConnected) await delay(10);
    await bus.nats.flush();
    expect((await ask('echo')).string()).toBe('here');
  });
});

describe('a request that is not permitted', () => {
  it('does not affect other requests', async () => {
    await serve(`authorization { ${PATIENCE}, users = [
      { user: a, password: a, permissions: { publish: ["mine", "_INBOX_spec.>"], subscribe: ["mine", "_INBOX_spec.>"] } }
    ] }`);
    const bus = await BusConnection.open({ url: url('a:a@') }, 'spec');
    bus.nats.subscribe('mine', { callback: (_, message) => void message.respond('here') });
    const ask = (subject: string) =>
      bus.request({ subject, payload: '', headers: headers(), timeoutMs: 20_000 });

    const [theirs, mine] = await Promise.allSettled([ask('theirs'), ask('mine')]);
    await bus.drain();

    expect(theirs).toMatchObject({ status: 'rejected', reason: { code: 'PERMISSIONS_VIOLATION' } });
    expect(mine.status).toBe('fulfilled');
  });

  it('fails instead of hanging if the user may not subscribe to replies', async () => {
    await serve(`authorization { ${PATIENCE}, users = [
      { user: a, password: a, permissions: { publish: ">", subscribe: ["mine"] } }
    ] }`);
    const bus = await BusConnection.open({ url: url('a:a@') }, 'spec');
    const request = { subject: 'any', payload: '', headers: headers(), timeoutMs: 20_000 };
    const refused = { code: 'PERMISSIONS_VIOLATION', permissionContext: { operation: 'subscription' } };

    await expect(bus.request(request)).rejects.toMatchObject(refused);
    // From then on nothing is sent, so nothing can have been done.
    await expect(bus.request(request)).rejects.toMatchObject({ code: 'service_unavailable' });
    await bus.drain();
  });
});
