import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Pagination } from '@chat/contracts';
import type { ListTicketsQuery } from '@chat/contracts/tickets';
import { AppError } from '@chat/errors';
import { SearchedList, type Listed } from '@chat/lists';
import { filtersOf } from './ticket-filters.rules';
import { TicketEntity } from './ticket.entity';

export type TicketValues = Omit<TicketEntity, 'accountId' | 'id' | 'version' | 'createdAt' | 'updatedAt'>;

@Injectable()
export class TicketsRepository {
  private readonly list: SearchedList<TicketEntity>;

  constructor(private readonly dataSource: DataSource) {
    this.list = new SearchedList(dataSource, TicketEntity);
  }

  /** Returns tickets newest first: all, or those that match the filters and the search. */
  page(
    accountId: number,
    query: ListTicketsQuery,
  ): Promise<{ rows: Listed<TicketEntity>[]; pagination: Pagination }> {
    return this.list.page(accountId, query, filtersOf(query));
  }

  /** @throws AppError `not_found`, also for another account's number. */
  async get(accountId: number, number: string): Promise<TicketEntity> {
    return found(await this.dataSource.manager.findOneBy(TicketEntity, { accountId, number }));
  }

  /**
   * Locks the ticket until the transaction ends and returns its current state.
   * @throws AppError `not_found`, also for another account's number.
   */
  async lock(accountId: number, number: string, manager: EntityManager): Promise<TicketEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    return found(await manager.findOne(TicketEntity, { where: { accountId, number }, lock }));
  }

  async insert(accountId: number, values: TicketValues, manager: EntityManager): Promise<TicketEntity> {
    const now = new Date();
    const stamps = { version: 1, createdAt: now, updatedAt: now };
    const ticket = manager.create(TicketEntity, { ...values, ...stamps, accountId });
    await manager.insert(TicketEntity, ticket);
    return ticket;
  }

  /** Updates a ticket that the transaction has locked. */
  async update(
    ticket: TicketEntity,
    changes: Partial<TicketValues>,
    now: Date,
    manager: EntityManager,
  ): Promise<TicketEntity> {
    const { accountId, id } = ticket;
    const stamped = { ...changes, version: ticket.version + 1, updatedAt: now };
    await manager.update(TicketEntity, { accountId, id }, stamped);
    return { ...ticket, ...stamped };
  }

  /** The tickets of one conversation are those of another one from now on. */
  async moveConversation(accountId: number, from: number, to: number, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE tickets.tickets SET conversation_id = $3, version = version + 1,
         updated_at = greatest(now(), updated_at + interval '1 ms')
       WHERE account_id = $1 AND conversation_id = $2`,
      [accountId, from, to],
    );
  }
}

function found(ticket: TicketEntity | null): TicketEntity {
  if (!ticket) throw new AppError('not_found');
  return ticket;
}
