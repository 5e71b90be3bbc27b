import { Injectable } from '@nestjs/common';
import type { Pagination } from '@chat/contracts';
import type { CreateTicketType, ListTicketTypesQuery, TicketType } from '@chat/contracts/tickets';
import { cutPage, isPaged, readIdPage } from '@chat/lists';
import { toTicketType } from './ticket-type.mapper';
import { TicketTypesRepository } from './ticket-types.repository';

@Injectable()
export class TicketTypesService {
  constructor(private readonly types: TicketTypesRepository) {}

  /** All types, unless the query asks for a page. */
  async list(
    accountId: number,
    query: ListTicketTypesQuery,
  ): Promise<{ types: TicketType[]; pagination: Pagination | null }> {
    const { rows, pagination } = isPaged(query)
      ? await this.readPage(accountId, query)
      : { rows: await this.types.findAll(accountId), pagination: null };
    return { types: rows.map(toTicketType), pagination };
  }

  /** @throws AppError `conflict` when the account has a type with this key. */
  async create(accountId: number, { key, name }: CreateTicketType): Promise<TicketType> {
    return toTicketType(await this.types.insert(accountId, { key, name }));
  }

  private async readPage(accountId: number, query: ListTicketTypesQuery) {
    const page = readIdPage(query);
    const [found, total] = await Promise.all([
      this.types.findPage(accountId, page),
      page.after ? null : this.types.count(accountId),
    ]);
    return cutPage(found, page, total, ({ id }) => [id]);
  }
}
