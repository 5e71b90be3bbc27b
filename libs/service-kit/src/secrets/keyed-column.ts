import type { DataSource, EntityManager } from 'typeorm';
import { HEADER_BYTES, headerOf, NAMED_DIGEST_BYTES, SecretBox } from './secret-box';
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
  readonly key: readonly string[];
  /** Returns the encryption context of a row from its key. */
  contextOf(key: readonly (string | number)[]): string;
  /**
   * For digests, which cannot be recomputed because only their owners have the secrets: the column for what verifies
   * them when their key is gone. Absent for values that can be re-encrypted.
   */
  readonly retainedKey?: string;
}

/**
 * How many values depend on one key; `null` for values from before key versions, and for sealed values whose key the
 * service does not have.
 */
export interface KeyUsage {
  readonly keyId: string | null;
  readonly count: number;
}

export interface RotatedBatch {
  readonly examined: number;
  readonly rotated: number;
  /** Values whose key this service does not have. They stay unchanged. */
  readonly unreadable: number;
  /** Where the next batch starts; null at the end of the table. */
  readonly after: string | null;
}

interface Row {
  readonly key: readonly string[];
  readonly value: Buffer;
  readonly retained: Buffer | null;
}

/** A new value of one of the columns of a row. */
interface Change {
  readonly column: string;
  readonly value: Buffer | null;
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
      this.columns.map(async (keyed) => {
        const rows: KeyUsage[] = await this.dataSource.query(
          `SELECT CASE WHEN substring(value FOR ${HEADER_BYTES}) = ANY ($1::bytea[]) OR names_its_key
                       THEN encode(substring(value FROM 2 FOR ${HEADER_BYTES - 1}), 'hex') END AS "keyId",
                  count(*)::integer AS count
           FROM (${valuesSql(keyed)}) AS stored GROUP BY 1 ORDER BY 1 NULLS LAST`,
          keyed.retainedKey ? [headers, headers[0]] : [headers],
        );
        return rows.map((row) => ({ values: keyed.values, ...row }));
      }),
    );
    return usages.flat();
  }

  /**
   * Makes those values of one batch of rows depend on the current key that do not yet, in one transaction. It can be
   * repeated, run concurrently or be killed: each row is either unchanged or done.
   * @param after the end of the previous batch; null to begin.
   */
  async rotate(after: string | null, limit: number): Promise<RotatedBatch> {
    const [name = nameOf(this.columns[0]), ...from] = after?.split(' ').map(decodeURIComponent) ?? [];
    const index = this.columns.findIndex((column) => nameOf(column) === name);
    const column = this.columns[index];
    if (!column) return { examined: 0, rotated: 0, unreadable: 0, after: null };
    const batch = await this.dataSource.transaction((manager) =>
      this.rotateBatch(column, from, limit, manager),
    );
    const last = batch.rows.at(-1)?.key ?? [];
    const following =
      batch.rows.length < limit
        ? nameOf(this.columns[index + 1])
        : [name!, ...last].map(encodeURIComponent).join(' ');
    return { ...batch.counts, after: following ?? null };
  }

  private async rotateBatch(
    keyed: KeyedColumn,
    from: readonly string[],
    limit: number,
    manager: EntityManager,
  ) {
    const { table, column, retainedKey, purpose } = keyed;
    const columns = keyed.key.join(', ');
    const parametersFrom = (first: number) => keyed.key.map((_, index) => `$${first + index}`).join(', ');
    const box = new SecretBox(this.keys, purpose);
    const rows: Row[] = await manager.query(
      `SELECT ARRAY[${keyed.key.map((name) => `${name}::text`).join(', ')}] AS key, ${column} AS value,
         ${retainedKey ?? 'NULL'} AS retained
       FROM ${table}
       WHERE ${column} IS NOT NULL ${from.length > 0 ? `AND (${columns}) > (${parametersFrom(2)})` : ''}
       ORDER BY ${columns} LIMIT $1 FOR UPDATE`,
      [limit, ...from],
    );
    const counts = { examined: rows.length, rotated: 0, unreadable: 0 };
    for (const row of rows) {
      const change = changeOf(keyed, row, box);
      if (change === 'unreadable') counts.unreadable += 1;
      else if (change) {
        counts.rotated += 1;
        await manager.query(
          `UPDATE ${table} SET ${change.column} = $1 WHERE (${columns}) = (${parametersFrom(2)})`,
          [change.value, ...row.key],
        );
      }
    }
    return { rows, counts };
  }
}

/** Identifies a column in the position of a batch. */
function nameOf(keyed: KeyedColumn | undefined): string | undefined {
  if (!keyed) return undefined;
  return keyed.retainedKey ? `${keyed.table}.${keyed.column}` : keyed.table;
}

/** Selects what shows the key of each value: the value itself, or the retained key of a digest that has one. */
function valuesSql({ table, column, retainedKey }: KeyedColumn): string {
  if (!retainedKey)
    return `SELECT ${column} AS value, false AS names_its_key FROM ${table} WHERE ${column} IS NOT NULL`;
  return `SELECT CASE WHEN is_retained THEN substring(retained FROM octet_length(digest) + 1) ELSE digest END AS value,
      is_retained OR octet_length(digest) = ${NAMED_DIGEST_BYTES} AS names_its_key
    FROM (SELECT ${column} AS digest, ${retainedKey} AS retained,
            substring(${column} FOR ${HEADER_BYTES}) <> $2::bytea
              AND coalesce(substring(${retainedKey} FOR octet_length(${column})) = ${column}, false) AS is_retained
          FROM ${table} WHERE ${column} IS NOT NULL) AS digests`;
}

/** Returns what makes the value of a row depend on the current key only; null if it already does. */
function changeOf(keyed: KeyedColumn, row: Row, box: SecretBox): Change | 'unreadable' | null {
  const context = keyed.contextOf(row.key);
  if (keyed.retainedKey) return changeOfDigest(keyed.retainedKey, row, context, box);
  if (box.isCurrent(row.value)) return null;
  const value = resealed(box, row.value, context);
  return value ? { column: keyed.column, value } : 'unreadable';
}

function changeOfDigest(
  column: string,
  { value: digest, retained }: Row,
  context: string,
  box: SecretBox,
): Change | 'unreadable' | null {
  if (box.isCurrent(digest)) return retained ? { column, value: null } : null;
  if (box.retainsCurrently(digest, retained)) return null;
  const value = box.retainKey(digest, { key: retained, context });
  return value ? { column, value } : 'unreadable';
}

function resealed(box: SecretBox, value: Buffer, context: string): Buffer | null {
  try {
    return box.seal(box.openBytes(value, context), context);
  } catch {
    return null;
  }
}
