import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BusConnection } from '@chat/bus';
import { startNats } from '@chat/local-servers';
import { leaseAccount, returnAccount, type NatsAccount } from './jest/nats-accounts';
import { until } from './until';

export interface TestNats {
  readonly url: string;
  /** Deletes the streams. @throws Error if somebody is still connected. */
  stop(): Promise<void>;
}

/**
 * A NATS account of the spec's own on the server that all specs of this run share.
 * For `*.int-spec.ts` only.
 */
export async function startTestNats({ closingTimeoutMs = 20_000 } = {}): Promise<TestNats> {
  const account = await leaseAccount();
  // Specs that failed may not have returned theirs.
  if (!account) return startServer();
  return { url: account.url, stop: () => giveBack(account, closingTimeoutMs) };
}

const CLEANER = 'test-cleaner';

/** The next spec needs an empty account, so one that is still in use is not returned. */
async function giveBack(account: NatsAccount, closingTimeoutMs: number): Promise<void> {
  const [system, own] = await Promise.all([
    BusConnection.open({ url: account.systemUrl }, CLEANER),
    BusConnection.open({ url: account.url }, CLEANER),
  ]);
  try {
    await untilAlone(system, account, closingTimeoutMs);
    const manager = await own.nats.jetstreamManager();
    for (const name of await manager.streams.names().next()) await manager.streams.delete(name);
  } finally {
    await Promise.all([system.nats.close(), own.nats.close()]);
  }
  await returnAccount(account);
}

/** The server may still list a connection that was just closed. */
async function untilAlone(
  { nats: system }: BusConnection,
  { name }: NatsAccount,
  timeoutMs: number,
): Promise<void> {
  let others: string[] = [];
  await until(
    async () => {
      const answer = await system.request(`$SYS.REQ.ACCOUNT.${name}.CONNZ`, JSON.stringify({ acc: name }));
      const { data } = answer.json<{ data: { connections: { name: string }[] } }>();
      others = data.connections.map((connection) => connection.name).filter((other) => other !== CLEANER);
      return others.length === 0;
    },
    { describe: 'the connections to NATS to be closed', timeoutMs },
  ).catch((error: unknown) => {
    throw new Error(`The spec leaves connections to NATS open: ${others.join(', ')}.`, { cause: error });
  });
}

async function startServer(): Promise<TestNats> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-nats-'));
  const nats = await startNats({ dataDir: folder, log: () => undefined });
  return {
    url: nats.url('local'),
    stop: async () => {
      await nats.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
