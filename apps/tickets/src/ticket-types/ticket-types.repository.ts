import { Injectable } from '@nestjs/common';
import { DataSource, In, MoreThan, type EntityManager } from 'typeorm';
import { AppError } from '@chat/errors';
import { violates } from '@chat/service-kit';
import { TicketTypeEntity } from './ticket-type.entity';

/** Ticket types in order of creation. They are never changed or deleted. */
@Injectable()
export class TicketTypesRepository {
  constructor(private readonly dataSource: DataSource) {}

  findAll(accountId: number): Promise<TicketTypeEntity[]> {
    return this.dataSource.manager.find(TicketTypeEntity, { where: { accountId }, order: { id: 'ASC' } });
  }

  /** Returns a page of types plus one, which shows whether there is a next page. */
  findPage(
    accountId: number,
    { perPage, offset, afterId }: { perPage: number; offset: number; afterId: number | null },
  ): Promise<TicketTypeEntity[]> {
    return this.dataSource.manager.find(TicketTypeEntity, {
      where: { accountId, id: MoreThan(afterId ?? 0) },
      order: { id: 'ASC' },
      skip: offset,
      take: perPage + 1,
    });
  }

  count(accountId: number, manager = this.dataSource.manager): Promise<number> {
    return manager.countBy(TicketTypeEntity, { accountId });
  }

  /** Serializes the transactions that add types to the account. */
  async lockAccount(accountId: number, manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('tickets.ticket_types', $1))`, [
      accountId,
    ]);
  }

  findByIds(accountId: number, ids: number[]): Promise<TicketTypeEntity[]> {
    return this.dataSource.manager.findBy(TicketTypeEntity, { accountId, id: In(ids) });
  }

  /** Returns the type of a ticket. */
  get(accountId: number, id: number, manager = this.dataSource.manager): Promise<TicketTypeEntity> {
    return manager.findOneByOrFail(TicketTypeEntity, { accountId, id });
  }

  async findByKey(accountId: number, key: string): Promise<TicketTypeEntity | undefined> {
    return (await this.dataSource.manager.findOneBy(TicketTypeEntity, { accountId, key })) ?? undefined;
  }

  /** @throws AppError `conflict` if the account already has a type with this key. */
  async insert(
    accountId: number,
    values: { key: string; name: string },
    manager: EntityManager,
  ): Promise<TicketTypeEntity> {
    const now = new Date();
    const type = manager.create(TicketTypeEntity, { ...values, accountId, createdAt: now, updatedAt: now });
    try {
      await manager.insert(TicketTypeEntity, type);
    } catch (error) {
      throw violates(error, 'ticket_types_key') ? takenKey() : error;
    }
    return type;
  }
}

function takenKey(): AppError {
  return new AppError('conflict', {
    message: 'The account already has a ticket type with this key. Use that type, or choose another key.',
  });
}
