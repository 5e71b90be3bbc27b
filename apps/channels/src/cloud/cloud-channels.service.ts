import { Inject, Injectable } from '@nestjs/common';
import { BusClient, Transactions, type Transaction } from '@chat/bus';
import type { Plan, RequestContext } from '@chat/contracts';
import type { Channel, ConnectCloudChannel } from '@chat/contracts/channels';
import type { NumberCredentials, NumberSnapshot, VerifiedNumber } from '@chat/contracts/cloud-connector';
import { getAccount } from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import { phoneVariants } from '@chat/phone-numbers';
import { LOGGER, type Logger } from '@chat/service-kit';
import type { ChannelEntity } from '../channels/channel.entity';
import { toChannel } from '../channels/channel.mapper';
import { ChannelsRepository } from '../channels/channels.repository';
import { hasFreeSlot } from '../channels/quota.rules';
import { QuotasRepository } from '../channels/quotas.repository';
import { decideCloudClaim } from './cloud-claim.rules';
import { NumberStatusService } from './number-status.service';
import { NumbersClient } from './numbers.client';

interface Claim {
  channel: ChannelEntity;
  isNew: boolean;
}

/** Channels of numbers that companies bring with a token of their own. */
@Injectable()
export class CloudChannelsService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly quotas: QuotasRepository,
    private readonly statuses: NumberStatusService,
    private readonly numbers: NumbersClient,
    private readonly transactions: Transactions,
    private readonly bus: BusClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Makes a channel of the number, or renews the one that has it. A crash on the way leaves a pending channel, which the
   * next try renews.
   */
  async connect(
    { account_id, ...credentials }: ConnectCloudChannel,
    asked: RequestContext,
  ): Promise<Channel> {
    const { account } = await this.bus.request(getAccount, asked, { body: { account_id } });
    const context = { ...asked, account: { id: account_id, plan: account } };
    requirePlan(account, credentials);
    const number = await this.numbers.verify(credentials, context);
    const claim = await this.transactions.run(context, (tx) => this.claim(number, context, tx));
    const snapshot = await this.connectNumber(claim, credentials, context);
    const channel = await this.transactions.run(context, (tx) =>
      this.statuses.apply(tx, account_id, snapshot),
    );
    if (!channel) throw new AppError('not_found');
    return toChannel(channel);
  }

  /** Under the account's lock, so that concurrent requests neither pass the limit nor double a number. */
  private async claim(
    { phone_number, name }: VerifiedNumber,
    { account }: RequestContext,
    tx: Transaction,
  ): Promise<Claim> {
    const { manager } = tx;
    const inUse = await this.quotas.lock(account.id, manager);
    const namesakes = await this.channels.lockByNumber(account.id, phoneVariants(phone_number), manager);
    const claim = decideCloudClaim(namesakes, hasFreeSlot(account.plan.account_limit, inUse));
    switch (claim.verdict) {
      case 'refuse':
        throw new AppError(claim.code);
      case 'renew':
        return { channel: claim.channel, isNew: false };
      case 'create': {
        await this.quotas.add(account.id, 1, manager);
        const channel = newCloudChannel({
          accountId: account.id,
          name,
          phoneNumber: phone_number,
          isDefault: inUse === 0,
        });
        return { channel: await this.channels.insert(channel, tx), isNew: true };
      }
    }
  }

  /** A channel that was made for a number which then cannot be had goes again. */
  private async connectNumber(
    { channel, isNew }: Claim,
    credentials: NumberCredentials,
    context: RequestContext,
  ): Promise<NumberSnapshot> {
    try {
      return await this.numbers.connect(channel.id, credentials, context);
    } catch (error) {
      // Without a clear answer the number may be there: the next try renews the channel.
      const isRefused = error instanceof AppError && error.code !== 'server_error';
      if (isNew && isRefused) await this.transactions.run(context, (tx) => this.withdraw(channel, tx));
      else
        this.logger.warn(
          { channelId: channel.id },
          'a Cloud channel stays as it is, since its number is not connected',
        );
      throw error;
    }
  }

  private async withdraw({ accountId, id }: ChannelEntity, tx: Transaction): Promise<void> {
    await this.quotas.lock(accountId, tx.manager);
    const channel = await this.channels.lock(accountId, id, tx.manager);
    if (channel?.connectionStatus !== 'pending') return;
    await this.channels.delete(accountId, id, tx);
    await this.quotas.add(accountId, -1, tx.manager);
  }
}

function requirePlan(plan: Plan, { coexistence }: NumberCredentials): void {
  if (!plan.cloud_channels || (coexistence && !plan.coexistence)) throw new AppError('feature_disabled');
}

function newCloudChannel({
  accountId,
  name,
  phoneNumber,
  isDefault,
}: {
  accountId: number;
  name: string | null;
  phoneNumber: string;
  isDefault: boolean;
}): Omit<ChannelEntity, 'id'> {
  const now = new Date();
  return {
    accountId,
    businessName: name ?? phoneNumber,
    phoneNumber,
    channelType: 'cloud',
    origin: 'cloud',
    connectionStatus: 'pending',
    isDefault,
    deviceRawStatus: null,
    sessionEpoch: 0,
    // Below the first snapshot of any number, which starts at 0.
    sessionSeq: -1,
    lastError: null,
    lastSeenAt: null,
    lastHeartbeatAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
