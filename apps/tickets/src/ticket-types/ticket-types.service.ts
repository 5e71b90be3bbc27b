import { Injectable } from '@nestjs/common';
import { Notices, Transactions } from '@chat/bus';
import type { Pagination, RequestContext } from '@chat/contracts';
import {
  ticketsChanged,
  type CreateTicketType,
  type ListTicketTypesQuery,
  type TicketType,
} from '@chat/contracts/tickets';
import { AppError } from '@chat/errors';
import { cutPage, isPaged, readIdPage } from '@chat/lists';
import { toTicketType } from './ticket-type.mapper';
import { TicketTypesRepository } from './ticket-types.repository';

/** Limited because lists return all of them. */
const TYPES_PER_ACCOUNT = 500;

@Injectable()
export class TicketTypesService {
  constructor(
    private readonly types: TicketTypesRepository,
    private readonly transactions: Transactions,
    private readonly notices: Notices,
  ) {}

  /** Returns all types, unless the query asks for a page. */
  async list(
    accountId: number,
    query: ListTicketTypesQuery,
  ): Promise<{ types: TicketType[]; pagination: Pagination | null }> {
    const { rows, pagination } = isPaged(query)
      ? await this.readPage(accountId, query)
      : { rows: await this.types.findAll(accountId), pagination: null };
    return { types: rows.map(toTicketType), pagination };
  }

  /** @throws AppError `limit_reached`, or `conflict` if the account already has a type with this key. */
  async create({ key, name }: CreateTicketType, context: RequestContext): Promise<TicketType> {
    const accountId = context.account.id;
    return this.transactions.run(context, async (tx) => {
      const { manager } = tx;
      tx.afterCommit(() => this.notices.publish(ticketsChanged, accountId));
      await this.types.lockAccount(accountId, manager);
      if ((await this.types.count(accountId, manager)) >= TYPES_PER_ACCOUNT) {
        throw new AppError('limit_reached', {
          message: `An account can have at most ${TYPES_PER_ACCOUNT} ticket types. Use an existing one.`,
        });
      }
      const type = toTicketType(await this.types.insert(accountId, { key, name }, manager));
      tx.record({ target: `ticket-types/${type.id}`, after: type });
      return type;
    });
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
