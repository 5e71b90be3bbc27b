import { Injectable } from '@nestjs/common';
import { Transactions } from '@chat/bus';
import type { Pagination, RequestContext } from '@chat/contracts';
import type {
  Channel,
  ChannelList,
  ListChannelsQuery,
  ResolveChannel,
  ResolvedChannel,
} from '@chat/contracts/channels';
import { AppError, invalid, notFoundBy } from '@chat/errors';
import { cutPage, isPaged, readIdPage } from '@chat/lists';
import { phoneSpellings } from '@chat/phone-numbers';
import { chooseByNumber } from './channel-choice.rules';
import type { ChannelEntity } from './channel.entity';
import { toChannel, toQuota } from './channel.mapper';
import { ChannelsRepository } from './channels.repository';
import { QuotasRepository } from './quotas.repository';

@Injectable()
export class ChannelsService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly quotas: QuotasRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Returns all channels, or all of one origin, unless the query asks for a page. */
  async list(
    { id: accountId, plan }: RequestContext['account'],
    query: ListChannelsQuery,
  ): Promise<ChannelList & { pagination: Pagination | null }> {
    const quota = toQuota(plan, await this.quotas.channelsInUse(accountId));
    const { rows, pagination } = isPaged(query)
      ? await this.readPage(accountId, query)
      : { rows: await this.channels.findAll(accountId, query.origin), pagination: null };
    return { devices: rows.map(toChannel), quota, pagination };
  }

  countInUse(accountId: number): Promise<number> {
    return this.quotas.channelsInUse(accountId);
  }

  /** Returns the channel that a send names, whatever its status. */
  async resolve(accountId: number, body: ResolveChannel): Promise<ResolvedChannel> {
    const channel = await this.find(accountId, body);
    const { lastError, restrictions } = channel;
    return {
      ...toChannel(channel),
      ...(lastError !== null && { last_error: lastError }),
      ...(restrictions.length > 0 && { restrictions }),
    };
  }

  async setDefault(id: number, context: RequestContext): Promise<Channel> {
    const accountId = context.account.id;
    return this.transactions.run(context, async (tx) => {
      const { manager } = tx;
      await this.quotas.lock(accountId, manager);
      const former = await this.channels.lockDefault(accountId, manager);
      const channel = await this.channels.lock(accountId, id, manager);
      if (!channel) throw new AppError('not_found');
      const before = toChannel(channel);
      const record = (after: Channel) => tx.record({ target: `channels/${id}`, before, after });
      if (channel.isDefault) {
        record(before);
        return before;
      }
      if (former) await this.channels.update(former, { isDefault: false }, tx);
      const chosen = toChannel(await this.channels.update(channel, { isDefault: true }, tx));
      record(chosen);
      return chosen;
    });
  }

  private async find(
    accountId: number,
    { chat_account_id, from_number }: ResolveChannel,
  ): Promise<ChannelEntity> {
    if (chat_account_id) {
      const channel = await this.channels.find(accountId, chat_account_id);
      if (!channel)
        throw notFoundBy('chat_account_id', 'chat_account_id must be the id of a channel of this account.');
      if (from_number && !hasNumber(channel, from_number)) {
        throw invalid(
          'from_number',
          'from_number belongs to a different channel than the one that the request names. Remove it.',
        );
      }
      return channel;
    }
    const channel = from_number
      ? await this.findByNumber(accountId, from_number)
      : await this.channels.findDefault(accountId);
    if (channel) return channel;
    if (from_number)
      throw notFoundBy('from_number', 'from_number must be the number of a channel of this account.');
    throw new AppError('not_found', {
      message: 'The account has no channel yet. Create one, and link a phone to it.',
    });
  }

  private async findByNumber(accountId: number, number: string): Promise<ChannelEntity | undefined> {
    const spellings = phoneSpellings(number);
    return chooseByNumber(await this.channels.findByNumber(accountId, spellings), spellings[0]!);
  }

  private async readPage(
    accountId: number,
    query: ListChannelsQuery,
  ): Promise<{ rows: ChannelEntity[]; pagination: Pagination }> {
    const page = readIdPage(query);
    const rows = await this.channels.findPage(accountId, { ...page, origin: query.origin });
    const total = page.afterId === null ? await this.channels.count(accountId, query.origin) : null;
    return cutPage(rows, page, total, (channel) => [channel.id]);
  }
}

function hasNumber(channel: ChannelEntity, number: string): boolean {
  return channel.phoneNumber !== null && phoneSpellings(number).includes(channel.phoneNumber);
}
