import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { mentions, type PersonIndex, type PersonTerms } from '@chat/contracts/person-traces';

/** Deliveries that one batch looks at. */
const BATCH_SIZE = 5_000;

/** Deliveries of events about one person, among those of a batch. */
export interface FoundDeliveries {
  ids: number[];
  /** The last that was looked at; null at the end. */
  lastId: number | null;
}

@Injectable()
export class PersonDeliveriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The deliveries about a person among the next ones of the account. */
  async find(
    accountId: number,
    { terms, index }: { terms: PersonTerms; index: PersonIndex },
    afterId: number,
  ): Promise<FoundDeliveries> {
    const [end]: [{ last_id: number | null }] = await this.dataSource.query(
      `SELECT max(id) AS last_id FROM (
         SELECT id FROM webhooks.deliveries WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT ${BATCH_SIZE}) AS batch`,
      [accountId, afterId],
    );
    if (end.last_id === null) return { ids: [], lastId: null };
    const rows: { id: number; payload: string }[] = await this.dataSource.query(
      `SELECT id, payload FROM webhooks.deliveries
       WHERE account_id = $1 AND id > $2 AND id <= $3 AND payload ~ $4 ORDER BY id`,
      [accountId, afterId, end.last_id, patternOf(terms)],
    );
    const found = rows.filter(({ payload }) => mentions(JSON.parse(payload), index));
    return { ids: found.map(({ id }) => id), lastId: end.last_id };
  }

  /**
   * Erases payloads and answers; the rows stay. What waits is not sent any more. What a dispatcher has claimed already is
   * still sent, within seconds, and ends without a record. @returns how many were erased.
   */
  async erase(accountId: number, ids: number[]): Promise<number> {
    const [, erased]: [unknown, number] = await this.dataSource.query(
      `UPDATE webhooks.deliveries SET payload = NULL, response_body = NULL, updated_at = now(),
         status = CASE status WHEN 'pending' THEN 'failed' ELSE status END,
         error = CASE status WHEN 'pending' THEN 'person_erased' ELSE error END,
         next_attempt_at = NULL, locked_until = NULL
       WHERE account_id = $1 AND id = ANY ($2::bigint[]) AND payload IS NOT NULL`,
      [accountId, ids],
    );
    return erased;
  }

  async records(accountId: number, ids: number[]): Promise<object[]> {
    const rows: { record: object }[] = await this.dataSource.query(
      `SELECT to_jsonb(d) AS record FROM webhooks.deliveries d
       WHERE account_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id`,
      [accountId, ids],
    );
    return rows.map(({ record }) => record);
  }
}

/** Which payloads may be about a person, for Postgres; a look at their members decides. */
function patternOf({ conversation_ids, contact_ids }: PersonTerms): string {
  const of = (member: string, ids: readonly number[]) =>
    ids.length > 0 ? [`"${member}":(${ids.join('|')})[,}]`] : [];
  return [
    ...of('conversation_id', conversation_ids),
    ...of('contact_id', contact_ids),
    '^\\{"type":"ticket\\.',
  ].join('|');
}
