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

/** Rows of one batch, of all accounts. */
const BATCH_SIZE = 5_000;
/** Jobs of no account hold what nobody could read, such as callbacks. */
const NO_ACCOUNT = 0;

interface Document {
  id: number;
  document: string;
  /** An event that is not published yet, or a job that is running. */
  is_busy: boolean;
}

interface Source {
  column: 'document' | 'data';
  /** Of the rows of account `$3`. */
  where: string;
  isBusy: string;
}

const sources: Readonly<Record<TraceTable, Source>> = {
  // There are many, so Postgres looks for the names before anything is parsed.
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
 * What one service keeps of people in the tables that every service has: events, jobs and dead letters. Of a document
 * about several people the others' part stays where it may still be needed.
 */
export class PersonTraces {
  private readonly checks: ((since: Date) => Promise<boolean>)[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly schema: string,
  ) {}

  /** For constructors: an erasure also waits while this is true of what came in before a moment. */
  waitWhile(check: (since: Date) => Promise<boolean>): void {
    this.checks.push(check);
  }

  /** Whether something from before that moment has not become rows or published events yet. */
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

  /** Erases one batch of one table. Safe to repeat. */
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
      // One that got busy since it was read is looked at again.
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

  /** Documents that may be about the person; a look at their members decides. */
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

  /** What has been published and consumed is needed no more, and goes whole. */
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

/** Which events may be about a person, for Postgres: those with one of the names, and those that have ids alone. */
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
