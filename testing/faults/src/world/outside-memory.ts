import type { Pool } from 'pg';

interface Table {
  readonly name: string;
  /** The columns that can be written. */
  readonly columns: readonly string[];
}

/**
 * The memory of the phones and the provider. It is stored in the sandbox's schema of the installation's database, but
 * must survive the loss of that database.
 */
export class OutsideMemory {
  private constructor(private readonly rows: ReadonlyMap<Table, string>) {}

  static async read(database: Pool): Promise<OutsideMemory> {
    const { rows: tables } = await database.query<Table>(
      `SELECT table_name AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
       FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'sandbox' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER' GROUP BY 1`,
    );
    const all = new Map<Table, string>();
    for (const table of tables) {
      const sql = `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM sandbox.${table.name} t`;
      all.set(table, (await database.query<{ rows: string }>(sql)).rows[0]!.rows);
    }
    return new OutsideMemory(all);
  }

  /** Replaces the content of the tables with it. */
  async writeTo(database: Pool): Promise<void> {
    const client = await database.connect();
    try {
      await client.query('BEGIN');
      // Disables foreign keys, since the tables come in any order.
      await client.query(`SET LOCAL session_replication_role = 'replica'`);
      const names = [...this.rows.keys()].map(({ name }) => `sandbox.${name}`);
      await client.query(`TRUNCATE ${names.join(', ')}`);
      for (const [{ name, columns }, rows] of this.rows) {
        const list = columns.map((column) => `"${column}"`).join(', ');
        await client.query(
          `INSERT INTO sandbox.${name} (${list}) OVERRIDING SYSTEM VALUE
           SELECT ${list} FROM json_populate_recordset(NULL::sandbox.${name}, $1)`,
          [rows],
        );
      }
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  }
}
