import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on, type Transaction } from '@chat/bus';
import type { CloudEvent } from '@chat/contracts';
import { channelLinkRefused, type LinkRefusedData } from '@chat/contracts/channels';
import { sessionStatusChanged, type SessionSnapshot } from '@chat/contracts/device-sessions';
import { systemContext } from '@chat/service-kit';
import { ChannelsRepository } from '../channels/channels.repository';
import { compareMoments } from './connection.rules';
import { ConnectionsService, LINK_REFUSED } from './connections.service';
import { DeviceSessionsClient } from './device-sessions.client';
import { momentOf } from './session-snapshot.mapper';

/** Well below the time after which the event would go to another replica. */
const LOG_OUT_MS = 8_000;

@Injectable()
export class SessionEventsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly channels: ChannelsRepository,
    private readonly connections: ConnectionsService,
    private readonly sessions: DeviceSessionsClient,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'channels-session-status',
      subject: sessionStatusChanged.subject,
      bindings: [on(sessionStatusChanged, (event, tx) => this.applyStatus(event, tx))],
    });
    this.consumers.consume({
      durable: 'channels-refused-links',
      subject: channelLinkRefused.subject,
      bindings: [on(channelLinkRefused, (event, tx) => this.logOut(event, tx))],
    });
  }

  private async applyStatus(
    { accountid, data }: CloudEvent<SessionSnapshot>,
    tx: Transaction,
  ): Promise<void> {
    await this.connections.applySnapshot(tx, Number(accountid), data);
  }

  /** Logs the refused session out, unless something happened to it since. */
  private async logOut({ accountid, data }: CloudEvent<LinkRefusedData>, tx: Transaction): Promise<void> {
    const accountId = Number(accountid);
    const channel = await this.channels.find(accountId, data.channel_id, tx.manager);
    if (!channel || compareMoments(data, momentOf(channel)) !== 0) return;
    const snapshot = await this.sessions.logOut(
      channel.id,
      LINK_REFUSED,
      systemContext(accountId, { timeoutMs: LOG_OUT_MS, cause: tx }),
    );
    await this.connections.applySnapshot(tx, accountId, snapshot);
  }
}
