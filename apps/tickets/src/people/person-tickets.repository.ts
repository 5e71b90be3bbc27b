import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { PersonTickets } from '@chat/contracts/tickets';
import { searchText } from '@chat/lists';

export interface LinkedTicket {
  id: number;
  number: string;
}

/** Replaces an erased subject. */
const ERASED_SUBJECT = '(erased)';

/** Tickets linked to a person, by contact or conversation. */
@Injectable()
export class PersonTicketsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the linked tickets after this one, by id. */
  linked(
    accountId: number,
    { contact_ids, conversation_ids, after_id }: PersonTickets,
    limit: number,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<LinkedTicket[]> {
    return manager.query(
      `SELECT id, number FROM (
         SELECT id, number FROM tickets.tickets
         WHERE account_id = $1 AND contact_id = ANY ($2::bigint[]) AND id > $4
         UNION
         SELECT id, number FROM tickets.tickets
         WHERE account_id = $1 AND conversation_id = ANY ($3::bigint[]) AND id > $4
       ) AS linked ORDER BY id LIMIT $5`,
      [accountId, contact_ids, conversation_ids, after_id, limit],
    );
  }

  /** Erases texts that people wrote; number, type, status, times and rating are kept. */
  async erase(accountId: number, { id, number }: LinkedTicket, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE tickets.tickets SET subject = $3, description = NULL, csat_comment = NULL, own_text = $4,
         version = version + 1, updated_at = greatest(now(), updated_at + interval '1 ms')
       WHERE account_id = $1 AND id = $2
         AND (subject <> $3 OR description IS NOT NULL OR csat_comment IS NOT NULL)`,
      [accountId, id, ERASED_SUBJECT, searchText(number, ERASED_SUBJECT)],
    );
  }

  async records(accountId: number, ids: number[]): Promise<object[]> {
    const rows: { record: object }[] = await this.dataSource.query(
      `SELECT to_jsonb(t) AS record FROM tickets.tickets t
       WHERE account_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id`,
      [accountId, ids],
    );
    return rows.map(({ record }) => record);
  }
}
