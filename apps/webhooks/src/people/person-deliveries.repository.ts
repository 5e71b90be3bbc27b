import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { mentions, type PersonIndex, type PersonTerms } from '@chat/contracts/person-traces';
import { PAYLOAD } from '../payloads/payloads.sql';
import { SharedPayloadsRepository } from '../payloads/shared-payloads.repository';

/** How many deliveries one batch reads. */
const BATCH_SIZE = 5_000;

/** The deliveries in a batch that concern one person. */
export interface FoundDeliveries {
  ids: number[];
  /** The last id that was read; null at the end. */
  lastId: number | null;
}

@Injectable()
export class PersonDeliveriesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly payloads: SharedPayloadsRepository,
  ) {}

  /** Searches the account's next batch of deliveries for those that concern a person. */
  async find(
    accountId: number,
    { terms, index }: { terms: PersonTerms; index: PersonIndex },
    afterId: number,
  ): Promise<FoundDeliveries> {
    const [end]: [{ last_id: number | null }] = await this.dataSource.query(
      `SELECT max(id) AS last_id FROM (
         SELECT id FROM webhooks.endpoint_deliveries WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT ${BATCH_SIZE}) AS batch`,
      [accountId, afterId],
    );
    if (end.last_id === null) return { ids: [], lastId: null };
    const rows: { id: number; payload: string }[] = await this.dataSource.query(
      `SELECT id, payload FROM (
         SELECT d.id, ${PAYLOAD} AS payload FROM webhooks.endpoint_deliveries d
         WHERE d.account_id = $1 AND d.id > $2 AND d.id <= $3 OFFSET 0) AS batch
       WHERE payload ~ $4 ORDER BY id`,
      [accountId, afterId, end.last_id, patternOf(terms)],
    );
    const found = rows.filter(({ payload }) => mentions(JSON.parse(payload), index));
    return { ids: found.map(({ id }) => id), lastId: end.last_id };
  }

  /**
   * Erases payloads and responses, and keeps the rows. Pending deliveries are no longer sent, except that those already
   * claimed by a dispatcher are sent within seconds; their results are not recorded.
   * @returns how many were erased.
   */
  erase(accountId: number, ids: number[]): Promise<number> {
    return this.dataSource.transaction((manager) =>
      this.payloads.letGo(
        ids.map((id) => ({ accountId, id })),
        () => eraseAll(accountId, ids, manager),
        manager,
      ),
    );
  }

  async records(accountId: number, ids: number[]): Promise<object[]> {
    const rows: { record: object }[] = await this.dataSource.query(
      `SELECT to_jsonb(d) - 'shared_payload_id' || jsonb_build_object('payload', ${PAYLOAD}) AS record
       FROM webhooks.endpoint_deliveries d WHERE account_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id`,
      [accountId, ids],
    );
    return rows.map(({ record }) => record);
  }
}

async function eraseAll(accountId: number, ids: number[], manager: EntityManager): Promise<number> {
  const [, erased]: [unknown, number] = await manager.query(
    `UPDATE webhooks.endpoint_deliveries SET payload = NULL, response_body = NULL, updated_at = now(),
         status = CASE status WHEN 'pending' THEN 'failed' ELSE status END,
         error = CASE status WHEN 'pending' THEN 'person_erased' ELSE error END,
         next_attempt_at = NULL, locked_until = NULL
       WHERE account_id = $1 AND id = ANY ($2::bigint[]) AND payload IS NOT NULL`,
    [accountId, ids],
  );
  return erased;
}

/** Returns a Postgres pattern for payloads that may concern a person. Their members are checked afterwards. */
function patternOf({ conversation_ids, contact_ids }: PersonTerms): string {
  const of = (member: string, ids: readonly number[]) =>
    ids.length > 0 ? [`"${member}":(${ids.join('|')})[,}]`] : [];
  return [
    ...of('conversation_id', conversation_ids),
    ...of('contact_id', contact_ids),
    '^\\{"type":"ticket\\.',
  ].join('|');
}
