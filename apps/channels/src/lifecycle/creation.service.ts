import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { CreateChannel, CreatedChannel } from '@chat/contracts/channels';
import { AppError, invalid } from '@chat/errors';
import { phoneSpellings, readInternational } from '@chat/phone-numbers';
import type { ChannelEntity } from '../channels/channel.entity';
import { toChannel } from '../channels/channel.mapper';
import { ChannelsRepository } from '../channels/channels.repository';
import { newChannel } from '../channels/new-channel';
import { hasFreeSlot, MAX_CHANNELS } from '../channels/quota.rules';
import { QuotasRepository } from '../channels/quotas.repository';
import { LinksService } from '../links/links.service';
import { decideReuse } from './reuse.rules';

interface Claim {
  channel: ChannelEntity;
  isReused: boolean;
}

interface Wish {
  name: string;
  phoneNumber: string | null;
}

@Injectable()
export class CreationService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly quotas: QuotasRepository,
    private readonly links: LinksService,
    private readonly transactions: Transactions,
  ) {}

  /** Creates a Device channel, or reuses the unconnected one that has this number and gives it the new name. */
  async create(body: CreateChannel, context: RequestContext): Promise<CreatedChannel> {
    const wish = readWish(body);
    if (!context.account.plan.device_channels) throw new AppError('feature_disabled');
    try {
      return await this.createOrReuse(wish, context);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error;
      // The channel with this number was deleted meanwhile, so the number is free.
      return this.createOrReuse(wish, context);
    }
  }

  private async createOrReuse(wish: Wish, context: RequestContext): Promise<CreatedChannel> {
    const { channel, isReused } = await this.transactions.run(context, (tx) => this.claim(wish, context, tx));
    if (channel.connectionStatus !== 'disconnected') return isReused ? toReused(channel) : toCreated(channel);

    const relinked = await this.links.relink(channel.id, context, { businessName: wish.name });
    if (relinked.connectionStatus === 'connected') throw new AppError('duplicate_device');
    return toReused(relinked);
  }

  /** Runs under the account's lock, so that concurrent requests neither exceed the limit nor duplicate a number. */
  private async claim(
    { name, phoneNumber }: Wish,
    { account }: RequestContext,
    tx: Transaction,
  ): Promise<Claim> {
    const { manager } = tx;
    const inUse = await this.quotas.lock(account.id, manager);
    const namesakes = phoneNumber
      ? await this.channels.lockByNumber(account.id, phoneSpellings(phoneNumber), manager)
      : [];
    const decision = decideReuse(namesakes, hasFreeSlot(account.plan.account_limit, inUse));
    switch (decision.verdict) {
      case 'refuse':
        throw decision.code === 'limit_reached' ? limitReached(inUse) : new AppError(decision.code);
      case 'reuse':
        return { channel: await this.rename(decision.channel, name, tx), isReused: true };
      case 'create':
        await this.quotas.add(account.id, 1, manager);
        return {
          channel: await this.insert(
            newChannel({
              accountId: account.id,
              businessName: name,
              phoneNumber,
              channelType: 'device',
              isDefault: inUse === 0,
            }),
            tx,
          ),
          isReused: false,
        };
    }
  }

  private async insert(fresh: Parameters<ChannelsRepository['insert']>[0], tx: Transaction) {
    const channel = await this.channels.insert(fresh, tx);
    tx.record({ target: `channels/${channel.id}`, after: toChannel(channel) });
    return channel;
  }

  /** Renames the channel, unless it is disconnected: then the reset, which may still fail, sets the name. */
  private async rename(channel: ChannelEntity, name: string, tx: Transaction): Promise<ChannelEntity> {
    if (channel.connectionStatus === 'disconnected') return channel;
    const renamed = await this.channels.update(channel, { businessName: name }, tx);
    tx.record({ target: `channels/${channel.id}`, before: toChannel(channel), after: toChannel(renamed) });
    return renamed;
  }
}

function limitReached(inUse: number): AppError {
  if (inUse < MAX_CHANNELS) return new AppError('limit_reached');
  const message = `An account has at most ${MAX_CHANNELS} channels, whatever its plan. Delete one that you no longer need.`;
  return new AppError('limit_reached', { message });
}

function readWish({ name, type, phone_number }: CreateChannel): Wish {
  if ((type ?? 'device') !== 'device') throw new AppError('unsupported_type');
  const phoneNumber = phone_number ? readInternational(phone_number) : null;
  if (phone_number && phoneNumber === null) {
    throw invalid('phone_number', 'phone_number must be a valid number, with country code.');
  }
  return { name, phoneNumber };
}

function toCreated(channel: ChannelEntity): CreatedChannel {
  const message = 'The channel was created. Request a QR code or a pairing code to link the phone.';
  return { device: toChannel(channel), reused: false, message };
}

function toReused(channel: ChannelEntity): CreatedChannel {
  const message =
    'The existing channel with this number is reused. Request a QR code or a pairing code to link the phone.';
  return { device: toChannel(channel), reused: true, message };
}
