import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { BusClient, BusConnection } from '@chat/bus';
import type { Pagination } from '@chat/contracts';
import { listContacts, type ContactList, type ListContactsQuery } from '@chat/contracts/crm';
import { AppProcess, createDatabase, freePort, startNats, startPostgres } from '@chat/local-servers';
import { systemContext } from '@chat/service-kit';

const CRM_MAIN = join(__dirname, '../../../../apps/crm/dist/main.js');
const DATABASE = 'chat';

export interface Page extends ContactList {
  pagination: Pagination;
}

/** The crm service as it is shipped, on a Postgres and a NATS that are thrown away. */
export class Installation {
  private constructor(
    private readonly folder: string,
    private readonly servers: { stop(): Promise<void> }[],
    readonly database: Client,
    private readonly bus: BusConnection,
    private readonly crm: AppProcess,
  ) {}

  static async start(): Promise<Installation> {
    const folder = await mkdtemp(join(tmpdir(), 'chat-bench-'));
    const log = () => undefined;
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false, log });
    const nats = await startNats({ dataDir: join(folder, 'nats'), log });
    await createDatabase(postgres.url('postgres'), DATABASE);
    const env = {
      LOG_LEVEL: 'warn',
      DATABASE_URL: postgres.url(DATABASE),
      NATS_URL: nats.url('local'),
      SECRET_KEY: randomBytes(32).toString('base64'),
    };
    const crm = new AppProcess({
      name: 'crm',
      entry: CRM_MAIN,
      env: { ...process.env, ...env },
      healthPort: await freePort(),
      logFile: join(folder, 'crm.log'),
    });
    await crm.start();
    const database = new Client({ connectionString: env.DATABASE_URL });
    await database.connect();
    const bus = await BusConnection.open({ url: nats.url('local') }, 'bench');
    return new Installation(folder, [nats, postgres], database, bus, crm);
  }

  async list(accountId: number, query: ListContactsQuery): Promise<Page> {
    const client = new BusClient(this.bus);
    const reply = await client.forward(listContacts, systemContext(accountId), { query });
    const body = Buffer.from(reply.body).toString();
    if (reply.status !== 200) throw new Error(`The list answered ${reply.status}: ${body}`);
    return {
      ...(JSON.parse(body) as ContactList),
      pagination: JSON.parse(reply.pagination ?? 'null') as Pagination,
    };
  }

  /** Has Postgres log the plan of every statement from here on. */
  async logPlans(): Promise<void> {
    for (const setting of [
      `session_preload_libraries = 'auto_explain'`,
      'auto_explain.log_min_duration = 0',
      'auto_explain.log_analyze = on',
      'auto_explain.log_timing = off',
      'auto_explain.log_format = json',
    ]) {
      await this.database.query(`ALTER DATABASE ${DATABASE} SET ${setting}`);
    }
    await this.crm.stop();
    await this.crm.start();
  }

  /** All that Postgres has logged so far. */
  postgresLog(): Promise<string> {
    return readFile(join(this.folder, 'postgres', 'postgres.log'), 'utf8');
  }

  async stop(): Promise<void> {
    try {
      await this.crm.stop();
    } finally {
      await this.bus.drain();
      await this.database.end();
      for (const server of this.servers) await server.stop();
      await rm(this.folder, { recursive: true, force: true });
    }
  }
}
