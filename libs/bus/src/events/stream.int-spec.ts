import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { JetStreamManager, NatsConnection, StreamInfo } from 'nats';
import { freePort, natsBinary } from '@chat/local-servers';
import { BusConnection } from '../connection';
import { STREAM } from '../subjects';
import { ensureStream, replicateStream, stateOfStream, type StreamState } from './stream';

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

async function serve(name: string, port: number, cluster = ''): Promise<void> {
  const file = join(folder, `${name}.conf`);
  await writeFile(
    file,
    `server_name: ${name}\nlisten: "127.0.0.1:${port}"\nmax_payload: 8MB\n` +
      `jetstream { store_dir: ${JSON.stringify(join(folder, name))} }\n${cluster}`,
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
    await serve(`cluster-${index}`, port, size > 1 ? cluster : '');
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
      await patiently(() => ensureStream(manager, connection.streamReplicas));

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

      await expect(ensureStream(manager, connection.streamReplicas)).rejects.toThrow(/NATS_STREAM_REPLICAS/);
    } finally {
      await connection.nats.close();
    }
  });
});
