import type { DataSource, EntityManager } from 'typeorm';
import { HEADER_BYTES, headerOf, SecretBox } from './secret-box';
import type { SecretKey } from './secret-keys';

/** A column whose values depend on the secret keys of the service. */
export interface KeyedColumn {
  /** A description of the values, for people. */
  readonly values: string;
  readonly table: string;
  readonly column: string;
  /** The purpose of the `SecretBox` that creates them. */
  readonly purpose: string;
  /** The columns of the table's primary key. */
  readonly key: readonly [string, string];
  /**
   * For values that can be re-encrypted: returns the encryption context of a row from its key. Absent for digests,
   * which cannot be recomputed because only their owners have the secrets.
   */
  readonly contextOf?: (key: readonly [string, string]) => string;
}

/** How many values depend on one key; `null` for keys that the service lacks and values from before key versions. */
export interface KeyUsage {
  readonly keyId: string | null;
  readonly count: number;
}

export interface RotatedBatch {
  readonly examined: number;
  readonly rotated: number;
  /** Values that no key of this service can decrypt. They stay unchanged. */
  readonly unreadable: number;
  /** Where the next batch starts; null at the end of the table. */
  readonly after: string | null;
}

interface Row {
  readonly key0: string;
  readonly key1: string;
  readonly value: Buffer;
}

/** The columns of one service, with the keys that their values depend on. */
export class KeyedValues {
  constructor(
    private readonly columns: readonly KeyedColumn[],
    private readonly keys: readonly SecretKey[],
    private readonly dataSource: DataSource,
  ) {}

  /** Returns how many values of each column depend on each key. */
  async usage(): Promise<(KeyUsage & { values: string })[]> {
    const headers = this.keys.map(({ id }) => headerOf(id));
    const usages = await Promise.all(
      this.columns.map(async ({ table, column, values }) => {
        const rows: KeyUsage[] = await this.dataSource.query(
          `SELECT CASE WHEN substring(${column} FOR ${HEADER_BYTES}) = ANY ($1::bytea[])
                       THEN encode(substring(${column} FROM 2 FOR ${HEADER_BYTES - 1}), 'hex') END AS "keyId",
                  count(*)::integer AS count
           FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY 1 NULLS LAST`,
          [headers],
        );
        return rows.map((row) => ({ values, ...row }));
      }),
    );
    return usages.flat();
  }

  /**
   * Re-encrypts those values of one batch of rows that do not depend on the current key, in one transaction. It can be
   * repeated, run concurrently or be killed: each row is either unchanged or done.
   * @param after the end of the previous batch; null to begin.
   */
  async rotate(after: string | null, limit: number): Promise<RotatedBatch> {
    const sealed = this.columns.filter(({ contextOf }) => contextOf);
    const [name = sealed[0]?.table, ...from] = after?.split(' ') ?? [];
    const index = sealed.findIndex(({ table }) => table === name);
    const column = sealed[index];
    if (!column) return { examined: 0, rotated: 0, unreadable: 0, after: null };
    const batch = await this.dataSource.transaction((manager) =>
      this.rotateBatch(column, from, limit, manager),
    );
    const last = batch.rows.at(-1);
    const following =
      batch.rows.length < limit ? sealed[index + 1]?.table : `${column.table} ${last?.key0} ${last?.key1}`;
    return { ...batch.counts, after: following ?? null };
  }

  private async rotateBatch(
    { table, column, key: [key0, key1], purpose, contextOf }: KeyedColumn,
    from: readonly string[],
    limit: number,
    manager: EntityManager,
  ) {
    const box = new SecretBox(this.keys, purpose);
    const rows: Row[] = await manager.query(
      `SELECT ${key0}::text AS key0, ${key1}::text AS key1, ${column} AS value FROM ${table}
       WHERE ${column} IS NOT NULL AND ($1::bigint IS NULL OR (${key0}, ${key1}) > ($1::bigint, $2::bigint))
       ORDER BY ${key0}, ${key1} LIMIT $3 FOR UPDATE`,
      [from[0] ?? null, from[1] ?? null, limit],
    );
    const counts = { examined: rows.length, rotated: 0, unreadable: 0 };
    for (const row of rows.filter(({ value }) => !box.isCurrent(value))) {
      const anew = resealed(box, row.value, contextOf!([row.key0, row.key1]));
      if (!anew) counts.unreadable += 1;
      else {
        counts.rotated += 1;
        await manager.query(`UPDATE ${table} SET ${column} = $3 WHERE ${key0} = $1 AND ${key1} = $2`, [
          row.key0,
          row.key1,
          anew,
        ]);
      }
    }
    return { rows, counts };
  }
}

function resealed(box: SecretBox, value: Buffer, context: string): Buffer | null {
  try {
    return box.seal(box.open(value, context), context);
  } catch {
    return null;
  }
}
