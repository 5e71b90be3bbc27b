import { Injectable } from '@nestjs/common';
import { changesNothing, Transactions } from '@chat/bus';
import type { PageQuery, Pagination, RequestContext } from '@chat/contracts';
import {
  accountSuspensionChanged,
  type Account,
  type CreateAccount,
  type UpdateAccount,
} from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import { cutPage, readIdPage } from '@chat/lists';
import { toAccount } from './account.mapper';
import { AccountsRepository, type AccountSettings } from './accounts.repository';

/** Accounts and their plans. Every gateway applies a change of plan within 3 s, when its cached credentials expire. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsRepository,
  ) {}

  async get(accountId: number): Promise<Account> {
    return found(await this.accounts.find(accountId));
  }

  async list(): Promise<Account[]> {
    return (await this.accounts.findAll()).map(toAccount);
  }

  async page(query: PageQuery): Promise<{ accounts: Account[]; pagination: Pagination }> {
    const request = readIdPage(query);
    const [found, total] = await Promise.all([
      this.accounts.page(request),
      request.after ? null : this.accounts.count(),
    ]);
    const { rows, pagination } = cutPage(found, request, total, ({ id }) => [id]);
    return { accounts: rows.map(toAccount), pagination };
  }

  async create(input: CreateAccount, context: RequestContext): Promise<Account> {
    const settings = {
      name: input.name,
      accountLimit: input.account_limit,
      deviceChannels: input.device_channels,
      cloudChannels: input.cloud_channels,
      coexistence: input.coexistence,
      rateLimit: input.rate_limit,
    };
    return this.transactions.run(context, async (tx) => {
      const after = toAccount(await this.accounts.insert(settings, tx.manager));
      tx.record({ target: `accounts/${after.id}`, accountId: after.id, after });
      return after;
    });
  }

  async update(input: UpdateAccount, context: RequestContext): Promise<Account> {
    const { account_id: id } = input;
    return this.transactions.run(context, async (tx) => {
      const before = found(await this.accounts.lock(id, tx.manager));
      const after = found(await this.accounts.update(id, changesOf(input), tx.manager));
      tx.record({ target: `accounts/${id}`, accountId: id, before, after });
      return after;
    });
  }

  /** Suspends or resumes an account, and announces it to the services that work for it. */
  async setSuspended(accountId: number, isSuspended: boolean, context: RequestContext): Promise<Account> {
    const changed = await this.transactions.run(context, async (tx) => {
      const row = await this.accounts.setSuspended(accountId, isSuspended, tx.manager);
      if (row) {
        const entity = {
          entity: `accounts/${row.id}`,
          entityVersion: row.suspensionVersion,
          channelId: null,
        };
        tx.emit(accountSuspensionChanged, { accountId, ...entity, data: { is_suspended: isSuspended } });
        tx.record({ target: `accounts/${accountId}`, accountId });
      }
      return row;
    });
    if (changed) return toAccount(changed);
    changesNothing(context);
    return this.get(accountId);
  }
}

function found(row: Parameters<typeof toAccount>[0] | null): Account {
  if (!row) throw new AppError('not_found', { message: 'There is no such account. See account list.' });
  return toAccount(row);
}

/** Null counts as absent. */
function changesOf(input: UpdateAccount): Partial<AccountSettings> {
  return {
    name: input.name ?? undefined,
    accountLimit: input.account_limit ?? undefined,
    deviceChannels: input.device_channels ?? undefined,
    cloudChannels: input.cloud_channels ?? undefined,
    coexistence: input.coexistence ?? undefined,
    rateLimit: input.rate_limit ?? undefined,
    manualProbes: input.manual_probes ?? undefined,
    mcp: input.mcp ?? undefined,
  };
}
