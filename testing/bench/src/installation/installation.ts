import { Pool } from 'pg';
import { Stack } from '@chat/test-kit';
import type { Topology } from '../bench';
import { Backlog } from './backlog';
import { connectCloudNumber, openCareWindows } from './cloud-numbers';
import { Counters } from './counters';
import { cloudCustomerNumbers, seedContacts, seedConversations, SOME_ROWS, settleSeeded } from './seed';
import { createTenants, type Tenant } from './tenants';

/** More requests per minute than an administrator could set by the API, and than any machine can make. */
export const RATE_LIMIT = 100_000_000;
export const MANY_ACCOUNTS = 50;
/** The business number of the first account on the provider's cloud. */
const CLOUD_PHONE = '12025600100';

export interface InstallationOptions {
  topology: Topology;
  /** Number of accounts, with a linked phone each. */
  accounts: number;
  /**
   * The number of conversations and of contacts of the first account; each other one has at most 200. With 0, the tables
   * are empty.
   */
  rows: number;
  /**
   * The number of its contacts who have written to the first account's Cloud number; without it, there is no such
   * number.
   */
  cloudCustomers?: number;
  /** Settings that override those of the bench. */
  env?: Record<string, string>;
}

/** Enough for every bench, and as little as that. */
export const SMALLEST = { topology: 'standalone', accounts: 2, rows: 30, cloudCustomers: 20 } as const;

/** Of the app at the provider: the floor receives callbacks of the same app. */
export const APP_SECRET = 'bench-app-secret';
export const VERIFY_TOKEN = 'bench-verify-token';

/** Without its limits, which would be all that is measured. */
const provider = {
  PROVIDER_APP_SECRET: APP_SECRET,
  PROVIDER_VERIFY_TOKEN: VERIFY_TOKEN,
  SANDBOX_NUMBER_PER_SECOND: '0',
  SANDBOX_PAIR_BURST: '0',
  PROVIDER_NUMBER_PER_SECOND: '0',
  PROVIDER_PAIR_BURST: '0',
};

/** The product on its own servers, with their counters. */
export class Installation {
  private constructor(
    readonly stack: Stack,
    readonly topology: Topology,
    private readonly database: Pool,
    readonly backlog: Backlog,
    readonly counters: Counters,
    readonly tenants: readonly Tenant[],
  ) {}

  static async start({
    topology,
    accounts,
    rows,
    cloudCustomers,
    env = {},
  }: InstallationOptions): Promise<Installation> {
    const layout = topology === 'split' ? 'services' : 'standalone';
    const stack = await Stack.start({ layout, durable: true, measured: true, env: { ...provider, ...env } });
    // The bench's own statements are not counted.
    const options = '-c pg_stat_statements.track=none';
    const database = new Pool({ connectionString: stack.databaseUrl, options });
    // Postgres may be stopped first at the end.
    database.on('error', () => undefined);
    try {
      const counters = await Counters.open(database, stack.natsMonitorUrl!);
      const tenants = await createTenants(stack, accounts);
      await database.query('UPDATE gateway.accounts SET rate_limit = $1', [RATE_LIMIT]);
      if (rows > 0) {
        for (const [index, tenant] of tenants.entries()) {
          const each = index === 0 ? rows : Math.min(rows, SOME_ROWS);
          await seedConversations(database, tenant, each);
          await seedContacts(database, tenant.accountId, each);
        }
        await settleSeeded(database);
      }
      const backlog = await Backlog.open(database, stack.observerUrl);
      if (cloudCustomers !== undefined) {
        await giveCloudNumber(stack, tenants[0]!, cloudCustomers);
        await backlog.drained();
      }
      return new Installation(stack, topology, database, backlog, counters, tenants);
    } catch (error) {
      await database.end();
      await stack.stop();
      throw error;
    }
  }

  /** All its processes by name, including the servers it uses. */
  get processIds(): Record<string, number> {
    return Object.fromEntries(this.stack.names.map((name) => [name, this.stack.pid(name)]));
  }

  /** Without Postgres, whose processes share their memory. */
  get programIds(): Record<string, number> {
    return Object.fromEntries(Object.entries(this.processIds).filter(([name]) => name !== 'postgres'));
  }

  /** The Postgres users of its processes. */
  get databaseUsers(): string[] {
    const servers = ['postgres', 'nats'];
    return this.stack.names.filter((name) => !servers.includes(name)).map((name) => `chat_${name}`);
  }

  async stop(): Promise<void> {
    await this.backlog.close();
    await this.database.end();
    await this.stack.stop();
  }
}

/** Runs work on the shared installation, or on one of its own, which is stopped afterwards. */
export async function withInstallation<T>(
  shared: Installation | undefined,
  options: InstallationOptions,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const installation = shared ?? (await Installation.start(options));
  try {
    return await work(installation);
  } finally {
    if (!shared) await installation.stop();
  }
}

/** Connects a number on the provider's cloud, to which that many people write. */
export async function giveCloudNumber(stack: Stack, tenant: Tenant, customers: number): Promise<void> {
  tenant.cloud = await connectCloudNumber(stack, tenant.accountId, CLOUD_PHONE);
  await openCareWindows(stack.sandbox, CLOUD_PHONE, cloudCustomerNumbers(customers));
}
