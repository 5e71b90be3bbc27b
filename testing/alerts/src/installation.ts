import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { serviceNames } from '@chat/contracts/table';
import { freePort } from '@chat/local-servers';
import { Stack } from '@chat/test-kit';
import { Links } from '@chat/faults';
import { Customer } from './customer';
import { Monitor } from './monitor';

/** Ends what a fault began. */
export type End = () => Promise<void>;

/** The replicas of the full form: one of tickets can be hurt without any harm to its service. */
const REPLICAS = { gateway: 2, tickets: 2 };
/** Connections that one address may have to the second gateway. */
export const MAX_CONNECTIONS = 50;

/** A whole installation of real processes with one customer in it, and a Prometheus that watches it. */
export class Installation {
  private constructor(
    readonly stack: Stack,
    readonly monitor: Monitor,
    readonly customer: Customer,
    private readonly links: Links,
    readonly stop: End,
  ) {}

  /** @param isQuick all services in one process, and no channels, for faults that need only tables. */
  static async start(isQuick: boolean): Promise<Installation> {
    const ends: End[] = [];
    try {
      const links = new Links();
      ends.push(() => links.stop());
      const names = isQuick ? ['standalone'] : serviceNames.flatMap(replicasOf);
      const ports = new Map<string, number>();
      for (const name of names) ports.set(name, await freePort());
      const stack = await Stack.start({
        layout: isQuick ? 'standalone' : 'services',
        ...(!isQuick && { replicas: REPLICAS }),
        env: { LOG_LEVEL: 'warn', SEND_TIMEOUT_MS: '5000' },
        envOf: Object.fromEntries([...ports].map(([name, port]) => [name, settingsOf(name, port)])),
        route: (route) => (isCuttable(route) ? links.addProxy(route) : Promise.resolve(route)),
      });
      ends.push(() => stack.stop().catch(complain));
      const folder = await mkdtemp(join(tmpdir(), 'chat-alerts-'));
      ends.push(() => rm(folder, { recursive: true, force: true }));
      const monitor = await Monitor.start(folder, ports);
      ends.push(() => monitor.stop());
      const customer = await Customer.open(stack, !isQuick);
      ends.push(() => customer.stop());
      return new Installation(stack, monitor, customer, links, all(...ends));
    } catch (error) {
      await all(...ends)();
      throw error;
    }
  }

  /** Runs this statement in a session that then hangs in its transaction, as one of a frozen process would. */
  async hang(sql: string, values: unknown[] = []): Promise<End> {
    const session = new Client({ connectionString: this.stack.databaseUrl });
    await session.connect();
    await session.query('BEGIN');
    await session.query(sql, values);
    return () => session.end();
  }

  /** Takes a table away, as a schema that does not match the release would. */
  async loseTable(schema: string, table: string): Promise<End> {
    await this.stack.query(`ALTER TABLE ${schema}.${table} RENAME TO ${table}_lost`);
    return async () =>
      void (await this.stack.query(`ALTER TABLE ${schema}.${table}_lost RENAME TO ${table}`));
  }

  /** Cuts the connections from a process to a server or the sandbox. */
  cut(from: string, to: string): End {
    const links = this.links.all.filter((link) => link.from === from && link.to === to);
    for (const { proxy } of links) proxy.set({ kind: 'resets' });
    return () => {
      for (const { proxy } of links) proxy.set({ kind: 'fair' });
      return Promise.resolve();
    };
  }
}

/** Repeats something until the end, whether or not it succeeds, with pauses in between. */
export function repeat(work: () => Promise<unknown>, pauseMs: number): End {
  let isEnding = false;
  const run = async () => {
    while (!isEnding) {
      await work().catch(() => undefined);
      await delay(pauseMs);
    }
  };
  const running = run();
  return () => {
    isEnding = true;
    return running;
  };
}

/** Ends them in the reverse order of their beginning. */
export function all(...ends: End[]): End {
  return async () => {
    for (const end of ends.toReversed()) await end();
  };
}

/** A process that does not leave cleanly after all these faults must not keep the others from leaving. */
function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}

function replicasOf(service: string): string[] {
  const count = (REPLICAS as Readonly<Record<string, number>>)[service] ?? 1;
  return Array.from({ length: count }, (_, index) => (index === 0 ? service : `${service}-${index + 1}`));
}

function settingsOf(name: string, metricsPort: number): Record<string, string> {
  const settings = { METRICS_PORT: String(metricsPort) };
  return name === 'gateway-2'
    ? { ...settings, MAX_CONNECTIONS_PER_ADDRESS: String(MAX_CONNECTIONS) }
    : settings;
}

function isCuttable({ from, to }: { from: string; to: string }): boolean {
  return [
    ['tickets-2', 'nats'],
    ['cloud-connector', 'sandbox'],
    ['device-sessions', 'sandbox'],
  ].some(([one, other]) => one === from && other === to);
}
