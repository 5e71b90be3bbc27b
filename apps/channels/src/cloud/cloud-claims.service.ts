import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import type { Plan, RequestContext } from '@chat/contracts';
import type { VerifiedNumber } from '@chat/contracts/cloud-connector';
import { AppError } from '@chat/errors';
import { phoneVariants } from '@chat/phone-numbers';
import type { ChannelEntity } from '../channels/channel.entity';
import { ChannelRemovalService } from '../channels/channel-removal.service';
import { toChannel } from '../channels/channel.mapper';
import { ChannelsRepository } from '../channels/channels.repository';
import { newChannel } from '../channels/new-channel';
import { hasFreeSlot } from '../channels/quota.rules';
import { QuotasRepository } from '../channels/quotas.repository';
import { channelNameOf, decideCloudClaim } from './cloud-claim.rules';

/** The channel claimed for a number, and whether it was created for it. */
export interface ClaimedChannel {
  channel: ChannelEntity;
  isNew: boolean;
}

/** Claims channels and slots for numbers that are being connected. */
@Injectable()
export class CloudClaimsService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly quotas: QuotasRepository,
    private readonly removal: ChannelRemovalService,
  ) {}

  /** Runs under the account's lock, so that concurrent requests neither exceed the limit nor duplicate a number. */
  async claim(number: VerifiedNumber, { account }: RequestContext, tx: Transaction): Promise<ClaimedChannel> {
    const { manager } = tx;
    const { phone_number: phoneNumber } = number;
    const inUse = await this.quotas.lock(account.id, manager);
    const namesakes = await this.channels.lockByNumber(account.id, phoneVariants(phoneNumber), manager);
    const claim = decideCloudClaim(namesakes, hasFreeSlot(account.plan.account_limit, inUse));
    switch (claim.verdict) {
      case 'refuse':
        throw new AppError(claim.code);
      case 'renew':
        tx.record({ target: `channels/${claim.channel.id}` });
        return { channel: claim.channel, isNew: false };
      case 'create': {
        await this.quotas.add(account.id, 1, manager);
        const channel = newChannel({
          accountId: account.id,
          businessName: channelNameOf(number),
          phoneNumber,
          channelType: 'cloud',
          isDefault: inUse === 0,
        });
        const inserted = await this.channels.insert(channel, tx);
        tx.record({ target: `channels/${inserted.id}`, after: toChannel(inserted) });
        return { channel: inserted, isNew: true };
      }
    }
  }

  /**
   * Removes a channel that was created for a number which could not be connected. It stays if another request has
   * connected it meanwhile.
   * @returns whether it is gone.
   */
  async withdraw(accountId: number, channelId: number, tx: Transaction): Promise<boolean> {
    await this.quotas.lock(accountId, tx.manager);
    const channel = await this.channels.lock(accountId, channelId, tx.manager);
    if (!channel) return true;
    return channel.connectionStatus === 'pending' && this.removal.remove(accountId, channelId, tx);
  }
}

/** @throws AppError `feature_disabled` */
export function requireCloudPlan(plan: Plan, { coexistence }: { coexistence: boolean }): void {
  if (!plan.cloud_channels || (coexistence && !plan.coexistence)) throw new AppError('feature_disabled');
}
