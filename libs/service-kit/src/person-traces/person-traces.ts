import type { DataSource } from 'typeorm';
import {
  indexPerson,
  mentions,
  withoutPerson,
  type ErasedPersonTraces,
  type ErasePersonTraces,
  type PersonIndex,
  type PersonTerms,
  type TraceTable,
} from '@chat/contracts/person-traces';

/** Rows examined per batch, across all accounts. */
const BATCH_SIZE = 5_000;
/** The account of jobs with data that could not be attributed to one, such as callbacks. */
const NO_ACCOUNT = 0;

interface Document {
  id: number;
  document: string;
  /** An event that is not published yet, or a job that is running. */
  is_busy: boolean;
}

interface Source {
  column: 'document' | 'data';
  /** Condition for rows of account `$3` that may be about the person. */
  where: string;
  isBusy: string;
}

const sources: Readonly<Record<TraceTable, Source>> = {
  // There are many rows, so Postgres matches the names before any document is parsed.
  outbox: { column: 'document', where: 'account_id = $3 AND document ~ $4', isBusy: 'published_at IS NULL' },
  jobs: {
    column: 'data',
    where: `account_id IN ($3, ${NO_ACCOUNT}) AND data IS NOT NULL AND $4::text IS NOT NULL`,
    isBusy: `state = 'running'`,
  },
  dead_letters: {
    column: 'document',
    where: `document LIKE '%"accountid":"' || $3::bigint || '"%' AND $4::text IS NOT NULL`,
    isBusy: 'false',
  },
};

/**
 * The documents about people in the tables that every service has: events, jobs and dead letters. In a document about
 * several people, the others' data is kept where it may still be needed.
 */
export class PersonTraces {
  private readonly checks: ((since: Date) => Promise<boolean>)[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly schema: string,
  ) {}

  /**
   * For use in constructors. An erasure also waits while this check is true for anything that arrived before the given
   * moment.
   */
  waitWhile(check: (since: Date) => Promise<boolean>): void {
    this.checks.push(check);
  }

  /** Returns whether anything from before that moment has not yet become rows or published events. */
  async isPending(since: Date): Promise<boolean> {
    const [row]: [{ is_pending: boolean }] = await this.dataSource.query(
      `SELECT EXISTS (SELECT FROM ${this.schema}.outbox WHERE published_at IS NULL AND created_at <= $1)
         OR EXISTS (
           SELECT FROM pg_stat_activity
           WHERE datname = current_database() AND usename = current_user AND application_name = $2
             AND pid <> pg_backend_pid()
             AND backend_xid IS NOT NULL AND xact_start <= $1) AS is_pending`,
      [since, this.applicationName()],
    );
    if (row.is_pending) return true;
    for (const check of this.checks) if (await check(since)) return true;
    return false;
  }

  /** Erases one batch of one table. Idempotent. */
  async erase(
    accountId: number,
    { person, table, after_id }: ErasePersonTraces,
  ): Promise<ErasedPersonTraces> {
    const lastId = await this.endOfBatch(table, after_id);
    if (lastId === null) return { erased: 0, last_id: null, is_busy: false };
    const found = await this.candidates(accountId, { person, table, after_id, lastId });
    const index = indexPerson(person);
    let erased = 0;
    let isBusy = false;
    for (const { id, document, is_busy } of found) {
      const parsed: unknown = JSON.parse(document);
      if (!mentions(parsed, index)) continue;
      // A row that became busy after it was read is examined again later.
      if (is_busy || !(await this.eraseRow(table, id, parsed, index))) isBusy = true;
      else erased += 1;
    }
    return { erased, last_id: lastId, is_busy: isBusy };
  }

  private async endOfBatch(table: TraceTable, afterId: number): Promise<number | null> {
    const [row]: [{ last_id: number | null }] = await this.dataSource.query(
      `SELECT max(id) AS last_id FROM (
         SELECT id FROM ${this.schema}.${table} WHERE id > $1 ORDER BY id LIMIT ${BATCH_SIZE}) AS batch`,
      [afterId],
    );
    return row.last_id;
  }

  /** Returns the documents that may be about the person; their members are examined afterwards. */
  private candidates(
    accountId: number,
    { person, table, after_id, lastId }: ErasePersonTraces & { lastId: number },
  ): Promise<Document[]> {
    const { column, where, isBusy } = sources[table];
    return this.dataSource.query(
      `SELECT id, ${column} AS document, ${isBusy} AS is_busy FROM ${this.schema}.${table}
       WHERE id > $1 AND id <= $2 AND ${where}
       ORDER BY id`,
      [after_id, lastId, accountId, patternOf(person)],
    );
  }

  /**
   * Deletes an event entirely, since published events are not needed any more; removes only the person's part from
   * other documents.
   */
  private async eraseRow(
    table: TraceTable,
    id: number,
    document: unknown,
    person: PersonIndex,
  ): Promise<boolean> {
    const { column, isBusy } = sources[table];
    const kept = table === 'outbox' ? undefined : withoutPerson(document, person);
    const change =
      kept === undefined
        ? `DELETE FROM ${this.schema}.${table}`
        : `UPDATE ${this.schema}.${table} SET ${column} = $2`;
    const [, changed]: [unknown, number] = await this.dataSource.query(
      `${change} WHERE id = $1 AND NOT (${isBusy})`,
      kept === undefined ? [id] : [id, JSON.stringify(kept)],
    );
    return changed > 0;
  }

  private applicationName(): string {
    return (this.dataSource.options as { applicationName?: string }).applicationName ?? '';
  }
}

/**
 * Returns a pattern for Postgres that matches events which may be about a person: those with one of the names or ids,
 * and those of types that identify people only by other ids.
 */
export function patternOf({ names, conversation_ids, contact_ids }: PersonTerms): string {
  const ids = (member: string, values: readonly number[]) =>
    values.length > 0 ? [`"${member}":(${values.join('|')})[,}]`] : [];
  return [
    ...names.map(escapeRegExp),
    ...ids('conversation_id', conversation_ids),
    ...ids('contact_id', contact_ids),
    '"type":"ticket\\.',
    '\\.message\\.(acknowledged|media-settled)"',
  ].join('|');
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[^\w]/g, '\\$&');
}
