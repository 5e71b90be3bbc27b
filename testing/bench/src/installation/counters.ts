import type { Pool } from 'pg';

/** Counts that the servers update immediately. */
export interface Counts {
  /** By user of Postgres, including `BEGIN` and `COMMIT`. */
  statements: Record<string, number>;
  /** Messages from clients to NATS, including acknowledgements. */
  natsMessages: number;
}

/**
 * Counts that each Postgres connection reports about once per second while it works, so that only a rate can be read.
 */
export interface LateCounts {
  commits: number;
  /** Of the write-ahead log. */
  fsyncs: number;
}

/** One statement of one user, with the number of its executions. */
export interface StatementCount {
  user: string;
  text: string;
  calls: number;
  /** In Postgres, without sending and receiving. */
  totalMs: number;
}

/** The totals of Postgres and NATS since they started. */
export class Counters {
  private constructor(
    private readonly database: Pool,
    private readonly natsUrl: string,
  ) {}

  static async open(database: Pool, natsUrl: string): Promise<Counters> {
    await database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    return new Counters(database, natsUrl);
  }

  async read(): Promise<Counts> {
    const { rows } = await this.database.query<{ role: string; calls: number }>(
      `SELECT pg_get_userbyid(userid) AS role, sum(calls)::float8 AS calls FROM pg_stat_statements GROUP BY userid`,
    );
    const answer = await fetch(`${this.natsUrl}/varz`);
    const { in_msgs: natsMessages } = (await answer.json()) as { in_msgs: number };
    return { statements: Object.fromEntries(rows.map(({ role, calls }) => [role, calls])), natsMessages };
  }

  async readStatements(users: readonly string[]): Promise<StatementCount[]> {
    const { rows } = await this.database.query<StatementCount>(
      `SELECT rolname AS "user", query AS text, sum(calls)::float8 AS calls, sum(total_exec_time) AS "totalMs"
       FROM pg_stat_statements JOIN pg_roles ON pg_roles.oid = userid WHERE rolname = ANY ($1) GROUP BY 1, 2`,
      [users],
    );
    return rows;
  }

  async readLate(): Promise<LateCounts> {
    const { rows } = await this.database.query<LateCounts>(
      `SELECT
         (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())::float8 AS commits,
         (SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal')::float8 AS fsyncs`,
    );
    return rows[0]!;
  }
}
