import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DiscardPolicy,
  nanos,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type NatsConnection,
  type StreamInfo,
} from 'nats';
import { freePort, natsBinary } from '@chat/local-servers';
import { BusConnection } from '../connection';
import { STREAM } from '../subjects';
import {
  enlargeStream,
  ensureStream,
  replicateStream,
  resizeStream,
  stateOfStream,
  type StreamState,
} from './stream';

let folder: string;
let servers: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bus-stream-'));
});

afterEach(async () => {
  const running = servers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const left = running.map((server) => once(server, 'exit'));
  running.forEach((server) => server.kill('SIGKILL'));
  await Promise.all(left);
  servers = [];
});

afterAll(() => rm(folder, { recursive: true }));

async function serve(name: string, port: number, { cluster = '', storage = '' } = {}): Promise<void> {
  const file = join(folder, `${name}.conf`);
  await writeFile(
    file,
    `server_name: ${name}\nlisten: "127.0.0.1:${port}"\nmax_payload: 8MB\n` +
      `jetstream { store_dir: ${JSON.stringify(join(folder, name))} ${storage} }\n${cluster}`,
  );
  servers.push(spawn(await natsBinary(() => undefined), ['-c', file], { stdio: 'ignore' }));
}

/**
 * Starts a cluster of this many servers.
 * @returns the addresses of all of them, separated by commas.
 */
async function serveCluster(size: number): Promise<string> {
  const ports = await Promise.all(Array.from({ length: size }, () => freePort()));
  const routePorts = await Promise.all(Array.from({ length: size }, () => freePort()));
  const routes = routePorts.map((port) => `"nats://127.0.0.1:${port}"`).join(', ');
  for (const [index, port] of ports.entries()) {
    const cluster = `cluster { name: spec, listen: "127.0.0.1:${routePorts[index]}", routes: [${routes}] }`;
    await serve(`cluster-${index}`, port, size > 1 ? { cluster } : {});
  }
  return ports.map((port) => `nats://127.0.0.1:${port}`).join(',');
}

/** Retries what servers refuse while they start and elect a leader. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 200) throw error;
      await delay(100);
    }
  }
}

/** @throws Error while the servers elect the stream's leader. */
async function infoWithLeader(manager: JetStreamManager): Promise<StreamInfo> {
  const info = await manager.streams.info(STREAM);
  if (!info.cluster?.leader) throw new Error('The stream has no leader.');
  return info;
}

/** @throws Error while a follower is copying the stream or a leader is being elected. */
async function whole(nats: NatsConnection): Promise<StreamState> {
  const state = await stateOfStream(nats);
  if (state.leader && state.followers.length === 2 && state.behind.length === 0) return state;
  throw new Error(`The stream is not whole: ${JSON.stringify(state)}`);
}

describe('the stream of the events', () => {
  it('is replicated as the setting or an operator specifies, and survives the loss of a server', async () => {
    const url = await serveCluster(3);
    const connection = await patiently(() => BusConnection.open({ url, streamReplicas: 3 }, 'spec'));
    try {
      const manager = await patiently(() => connection.nats.jetstreamManager());
      await patiently(() => ensureStream(manager, connection.stream));

      const { config, cluster: first } = await patiently(() => infoWithLeader(manager));
      expect(config.num_replicas).toBe(3);
      expect(first?.replicas).toHaveLength(2);

      expect(await patiently(() => replicateStream(connection.nats, 1))).toMatchObject({ replicas: 1 });
      const widened = await patiently(() => replicateStream(connection.nats, 3));
      expect(widened).toMatchObject({ name: STREAM, replicas: 3 });
      await expect(replicateStream(connection.nats, 5)).rejects.toThrow('NATS has no 5 servers');
      const state = await patiently(() => whole(connection.nats));

      const leader = Number(/\d$/.exec(state.leader!)?.[0]);
      servers[leader]!.kill('SIGKILL');
      const ack = await patiently(() => connection.nats.jetstream().publish('evt.spec.happened'));
      expect(ack.stream).toBe(STREAM);
    } finally {
      await connection.nats.close();
    }
  }, 180_000);

  it('cannot be created with too few servers; the error names the setting', async () => {
    const url = await serveCluster(1);
    const connection = await patiently(() => BusConnection.open({ url, streamReplicas: 3 }, 'spec'));
    try {
      const manager = await patiently(() => connection.nats.jetstreamManager());

      await expect(ensureStream(manager, connection.stream)).rejects.toThrow(/NATS_STREAM_REPLICAS/);
    } finally {
      await connection.nats.close();
    }
  });
});

const MIB = 1024 * 1024;
/** The settings with which release 0.1.0 creates the stream, as each of its replicas tries every two seconds. */
const ofFirstRelease = {
  name: STREAM,
  subjects: ['evt.>'],
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.Old,
  max_age: nanos(7 * 24 * 60 * 60 * 1000),
  duplicate_window: nanos(2 * 60 * 1000),
  allow_direct: true,
  num_replicas: 1,
};

describe('the size of the stream', () => {
  let connection: BusConnection;
  let manager: JetStreamManager;

  beforeEach(async () => {
    const port = await freePort();
    await serve('sized', port, { storage: ', max_file_store: 80MB' });
    connection = await patiently(() => BusConnection.open({ url: `nats://127.0.0.1:${port}` }, 'spec'));
    manager = await connection.nats.jetstreamManager();
  });

  afterEach(async () => {
    await manager.streams.delete(STREAM);
    await connection.nats.close();
  });

  const publish = (bytes: number) =>
    connection.nats.jetstream().publish('evt.spec.happened', new Uint8Array(bytes));
  const fill = async (mebibytes: number) => {
    for (let count = 0; count < mebibytes; count += 1) await publish(MIB);
  };
  const limits = async () => {
    const { config, state } = await manager.streams.info(STREAM);
    return { maxBytes: config.max_bytes, discard: config.discard, messages: state.messages };
  };

  it('makes a full stream refuse events, and keeps those that it has', async () => {
    await ensureStream(manager, { replicas: 1, maxBytes: 16 * MIB });
    await fill(15);

    await expect(publish(2 * MIB)).rejects.toMatchObject({ api_error: { err_code: 10_077 } });
    expect(await limits()).toMatchObject({ maxBytes: 16 * MIB, discard: 'new', messages: 15 });
  });

  it('is given to the stream of a release without it, and stays when a replica of that release starts', async () => {
    await manager.streams.add(ofFirstRelease);
    await fill(2);

    await enlargeStream(manager, 16 * MIB);
    await expect(manager.streams.add(ofFirstRelease)).rejects.toMatchObject({
      api_error: { err_code: 10_058 },
    });

    expect(await limits()).toEqual({ maxBytes: 16 * MIB, discard: 'new', messages: 2 });
  });

  it('is raised by the setting and never reduced', async () => {
    await ensureStream(manager, { replicas: 1, maxBytes: 16 * MIB });
    await fill(15);

    await enlargeStream(manager, 32 * MIB);
    await enlargeStream(manager, 16 * MIB);
    await ensureStream(manager, { replicas: 1, maxBytes: 16 * MIB });

    expect(await limits()).toEqual({ maxBytes: 32 * MIB, discard: 'new', messages: 15 });
  });

  it('is not imposed on a stream that would be full at once; the error names the setting', async () => {
    await manager.streams.add(ofFirstRelease);
    await fill(15);

    await expect(enlargeStream(manager, 16 * MIB)).rejects.toThrow(/Raise NATS_STREAM_MAX_BYTES/);
    expect(await limits()).toEqual({ maxBytes: -1, discard: 'old', messages: 15 });
  });

  it('is reduced by an operator only while there is room, since the server would drop events', async () => {
    await ensureStream(manager, { replicas: 1, maxBytes: 48 * MIB });
    await fill(15);

    await expect(resizeStream(connection.nats, 16 * MIB)).rejects.toThrow(/too many for a size/);
    await expect(resizeStream(connection.nats, 0)).rejects.toThrow(/smallest size/);
    const { bytes, ...state } = await resizeStream(connection.nats, 32 * MIB);
    expect(state).toMatchObject({ max_bytes: 32 * MIB, messages: 15 });
    expect(bytes).toBeGreaterThan(15 * MIB);
  });

  it('cannot exceed what the server may store; the error names the setting', async () => {
    const noRoom = /NATS has no room.*Lower NATS_STREAM_MAX_BYTES/;
    await expect(ensureStream(manager, { replicas: 1, maxBytes: 200 * MIB })).rejects.toThrow(noRoom);
    await ensureStream(manager, { replicas: 1, maxBytes: 16 * MIB });
    await expect(enlargeStream(manager, 200 * MIB)).rejects.toThrow(noRoom);
  });
});
