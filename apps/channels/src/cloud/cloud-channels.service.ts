import { Inject, Injectable } from '@nestjs/common';
import { BusClient, Transactions } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { Channel, ConnectCloudChannel } from '@chat/contracts/channels';
import type { NumberCredentials, NumberSnapshot } from '@chat/contracts/cloud-connector';
import { getAccount } from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import { LOGGER, type Logger } from '@chat/service-kit';
import { toChannel } from '../channels/channel.mapper';
import { CloudClaimsService, requireCloudPlan, type ClaimedChannel } from './cloud-claims.service';
import { NumberStatusService } from './number-status.service';
import { NumbersClient } from './numbers.client';

/** Creates and renews channels for numbers that companies bring with their own token. */
@Injectable()
export class CloudChannelsService {
  constructor(
    private readonly claims: CloudClaimsService,
    private readonly statuses: NumberStatusService,
    private readonly numbers: NumbersClient,
    private readonly transactions: Transactions,
    private readonly bus: BusClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Creates a channel for the number, or renews the channel that has it. A crash midway leaves a pending channel, which
   * the next attempt renews.
   */
  async connect(
    { account_id, ...credentials }: ConnectCloudChannel,
    asked: RequestContext,
  ): Promise<Channel> {
    const { account } = await this.bus.request(getAccount, asked, { body: { account_id } });
    const context = { ...asked, account: { id: account_id, plan: account } };
    requireCloudPlan(account, credentials);
    const number = await this.numbers.verify(credentials, context);
    const claim = await this.transactions.run(context, (tx) => this.claims.claim(number, context, tx));
    const snapshot = await this.connectNumber(claim, credentials, context);
    const channel = await this.transactions.run(context, (tx) =>
      this.statuses.apply(tx, account_id, snapshot),
    );
    if (!channel) throw new AppError('not_found');
    return toChannel(channel);
  }

  /** Connects the number of a claimed channel. If the number is refused, a newly created channel is removed again. */
  private async connectNumber(
    { channel, isNew }: ClaimedChannel,
    credentials: NumberCredentials,
    context: RequestContext,
  ): Promise<NumberSnapshot> {
    try {
      return await this.numbers.connect(channel.id, credentials, context);
    } catch (error) {
      // Without a clear answer the number may be connected: the next attempt renews the channel.
      const isRefused = error instanceof AppError && error.code !== 'server_error';
      if (isNew && isRefused) {
        await this.transactions.run(context, (tx) => this.claims.withdraw(channel.accountId, channel.id, tx));
      } else {
        this.logger.warn(
          { channelId: channel.id },
          'a Cloud channel stays as it is, since its number is not connected',
        );
      }
      throw error;
    }
  }
}
