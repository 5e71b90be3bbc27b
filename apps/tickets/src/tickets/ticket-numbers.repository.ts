import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ticketNumber } from './ticket-number.rules';

@Injectable()
export class TicketNumbersRepository {
  /**
   * Returns the account's next number. A rollback gives it back, so numbers have no gaps. Other tickets of the account
   * wait until the transaction ends, so a newer ticket also has the higher id.
   */
  async next(accountId: number, manager: EntityManager): Promise<string> {
    const [counter]: [{ count: number }] = await manager.query(
      `INSERT INTO tickets.ticket_counters (account_id, tickets_created) VALUES ($1, 1)
       ON CONFLICT (account_id) DO UPDATE SET tickets_created = ticket_counters.tickets_created + 1
       RETURNING tickets_created AS count`,
      [accountId],
    );
    return ticketNumber(counter.count);
  }
}
