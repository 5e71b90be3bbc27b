import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { BusConnection } from '@chat/bus';
import { AppProcess, createDatabase, freePort, startNats, startPostgres } from '@chat/local-servers';

const APPS = join(__dirname, '../../../apps');
const DATABASE = 'chat';

/** Some services as shipped, on a temporary Postgres and NATS. */
export class ServiceProcesses {
  private constructor(
    private readonly folder: string,
    private readonly servers: { stop(): Promise<void> }[],
    readonly postgresPid: number,
    readonly natsPid: number,
    readonly natsUrl: string,
    readonly database: Client,
    readonly bus: BusConnection,
    private readonly apps: AppProcess[],
  ) {}

  /**
   * @param durable false trades durability for speed, if no write is measured.
   * @param env settings besides those that every service needs.
   */
  static async start(
    names: string[],
    { durable, env: more = {} }: { durable: boolean; env?: Record<string, string> },
  ): Promise<ServiceProcesses> {
    const folder = await mkdtemp(join(tmpdir(), 'chat-bench-'));
    const log = () => undefined;
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable, log });
    const nats = await startNats({ dataDir: join(folder, 'nats'), log });
    await createDatabase(postgres.url('postgres'), DATABASE);
    const env = {
      LOG_LEVEL: 'warn',
      DATABASE_URL: await postgres.urlFor('chat', DATABASE),
      NATS_URL: nats.url('local'),
      SECRET_KEY: randomBytes(32).toString('base64'),
      PUBLIC_BASE_URL: 'http://127.0.0.1:3000',
      BLOB_FOLDER: join(folder, 'blobs'),
      ...more,
    };
    const apps: AppProcess[] = [];
    for (const name of names) {
      const app = new AppProcess({
        name,
        entry: join(APPS, name, 'dist/main.js'),
        env: { ...process.env, ...env },
        healthPort: await freePort(),
        logFile: join(folder, `${name}-${apps.length}.log`),
      });
      await app.start();
      apps.push(app);
    }
    const database = new Client({ connectionString: postgres.url(DATABASE) });
    await database.connect();
    const bus = await BusConnection.open({ url: nats.url('local') }, 'bench');
    const servers = [nats, postgres];
    return new ServiceProcesses(folder, servers, postgres.pid, nats.pid, env.NATS_URL, database, bus, apps);
  }

  /** The process id of a service. */
  pidOf(name: string): number {
    const [pid] = this.pidsOf(name);
    if (pid === undefined) throw new Error(`${name} does not run.`);
    return pid;
  }

  /** The process ids of a service that was named more than once. */
  pidsOf(name: string): number[] {
    return this.apps.flatMap((app) => (app.name === name ? (app.pid ?? []) : []));
  }

  async pause(): Promise<void> {
    await Promise.all(this.apps.map((app) => app.stop()));
  }

  /** @param env settings that change from now on. */
  async restart(env: Record<string, string> = {}): Promise<void> {
    await this.pause();
    for (const app of this.apps) app.reconfigure((before) => ({ ...before, ...env }));
    await Promise.all(this.apps.map((app) => app.start()));
  }

  /** Changes a setting of Postgres for everything that the services do from now on. */
  async configurePostgres(settings: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(settings)) {
      await this.database.query(`ALTER DATABASE ${DATABASE} SET ${name} = '${value}'`);
    }
    await this.restart();
  }

  /** The whole log of Postgres so far. */
  postgresLog(): Promise<string> {
    return readFile(join(this.folder, 'postgres', 'postgres.log'), 'utf8');
  }

  async stop(): Promise<void> {
    try {
      await this.pause();
    } finally {
      await this.bus.drain();
      await this.database.end();
      for (const server of this.servers) await server.stop();
      await rm(this.folder, { recursive: true, force: true });
    }
  }
}
