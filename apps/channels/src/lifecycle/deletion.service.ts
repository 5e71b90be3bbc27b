import { Inject, Injectable } from '@nestjs/common';
import { BusClient, Transactions } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { DeletedChannel } from '@chat/contracts/channels';
import { hideChannel } from '@chat/contracts/messaging';
import { hideTemplates } from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { LOGGER, type Logger } from '@chat/service-kit';
import { ChannelRemovalService } from '../channels/channel-removal.service';
import { toChannel } from '../channels/channel.mapper';
import { ChannelsRepository } from '../channels/channels.repository';
import { UNLIMITED } from '../channels/quota.rules';
import { NumbersClient } from '../cloud/numbers.client';
import { ConnectionsService } from '../links/connections.service';
import { DeviceSessionsClient } from '../links/device-sessions.client';

/** How long a deletion waits for the phone's network. */
const LOG_OUT_TIMEOUT_MS = 5_000;

@Injectable()
export class DeletionService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly removal: ChannelRemovalService,
    private readonly connections: ConnectionsService,
    private readonly sessions: DeviceSessionsClient,
    private readonly numbers: NumbersClient,
    private readonly transactions: Transactions,
    private readonly bus: BusClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Removes the channel with everything stored about it. When this resolves, its data in other services is hidden;
   * those services purge it.
   */
  async delete(id: number, context: RequestContext): Promise<DeletedChannel> {
    const channel = await this.channels.get(context.account.id, id);
    if (channel.origin === 'device') await this.tryTo('log out', id, () => this.logOut(id, context));
    const isRemoved = await this.transactions.run(context, async (tx) => {
      if (!(await this.removal.remove(context.account.id, id, tx))) return false;
      tx.record({ target: `channels/${id}`, before: toChannel(channel) });
      return true;
    });
    if (!isRemoved) throw new AppError('not_found');
    if (channel.origin === 'cloud') await this.tryTo('release', id, () => this.numbers.release(id, context));
    const hidden = { body: { channel_id: id } };
    await this.tryTo('hide', id, () => this.bus.request(hideChannel, context, hidden));
    if (channel.origin === 'cloud') {
      await this.tryTo('hide templates', id, () => this.bus.request(hideTemplates, context, hidden));
    }
    return {
      deleted: true,
      channel_type: channel.channelType,
      quota_restored: context.account.plan.account_limit !== UNLIMITED,
      device_id: id,
    };
  }

  private async logOut(id: number, context: RequestContext): Promise<void> {
    const deadline = Math.min(context.deadline, Date.now() + LOG_OUT_TIMEOUT_MS);
    const snapshot = await this.sessions.logOut(id, null, { ...context, deadline });
    await this.connections.report(snapshot, context);
  }

  /** Runs a step that may fail: another service that cannot do it now does it later, upon the deletion event. */
  private async tryTo(step: string, channelId: number, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn({ step, channelId, code: error.code }, 'deletion goes on without a step');
    }
  }
}
