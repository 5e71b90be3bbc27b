import { BackgroundLoop } from '@chat/bus';
import type { DataSource, EntityManager } from 'typeorm';

const ROUND_MS = 5_000;
/** Below this number of rows every plan is fast. */
const MIN_ROWS = 500;
/**
 * A tenth of Postgres' default: a sample of 3,000 rows suffices to choose between indexes, and a larger one takes as
 * long as a thousand messages.
 */
const STATISTICS_TARGET = 10;

/**
 * Makes Postgres analyse the tables of a schema that have doubled since they were last analysed. Its autovacuum runs
 * only once a minute; until then the plans of a fresh installation, prepared on empty tables, would choose among
 * indexes by chance.
 */
export class YoungTables {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly dataSource: DataSource,
    private readonly schema: string,
    onError: (error: unknown) => void,
  ) {
    this.loop = new BackgroundLoop(() => this.analyse(), ROUND_MS, onError);
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Most rounds find nothing and cost one statement. */
  private async analyse(): Promise<void> {
    if ((await this.grown(this.dataSource.manager)).length === 0) return;
    await this.dataSource.transaction(async (manager) => {
      const [lock]: { locked: boolean }[] = await manager.query(
        'SELECT pg_try_advisory_xact_lock(hashtext($1)) AS locked',
        [`${this.schema}.young-tables`],
      );
      // Another replica is doing it.
      if (!lock?.locked) return;
      await manager.query(`SET LOCAL default_statistics_target = ${STATISTICS_TARGET}`);
      for (const name of await this.grown(manager)) await manager.query(`ANALYZE ${name}`);
    });
  }

  private async grown(manager: EntityManager): Promise<string[]> {
    const tables: { name: string }[] = await manager.query(
      `SELECT format('%I.%I', schemaname, stat.relname) AS name
       FROM pg_stat_user_tables AS stat JOIN pg_class ON pg_class.oid = stat.relid
       WHERE schemaname = $1 AND n_live_tup > 2 * greatest(reltuples, $2 / 2)`,
      [this.schema, MIN_ROWS],
    );
    return tables.map(({ name }) => name);
  }
}
