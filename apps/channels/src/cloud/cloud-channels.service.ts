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

/** Channels of numbers that companies bring with a token of their own. */
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
   * Makes a channel of the number, or renews the one that has it. A crash on the way leaves a pending channel, which the
   * next try renews.
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

  /** A channel that was made for a number which then cannot be had goes again. */
  private async connectNumber(
    { channel, isNew }: ClaimedChannel,
    credentials: NumberCredentials,
    context: RequestContext,
  ): Promise<NumberSnapshot> {
    try {
      return await this.numbers.connect(channel.id, credentials, context);
    } catch (error) {
      // Without a clear answer the number may be there: the next try renews the channel.
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
