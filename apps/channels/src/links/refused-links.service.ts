import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Conclusion, type JobOf, Jobs, systemContext } from '@chat/service-kit';
import { ChannelsRepository } from '../channels/channels.repository';
import { compareMoments, LINK_REFUSED } from './connection.rules';
import { ConnectionsService } from './connections.service';
import { DeviceSessionsClient } from './device-sessions.client';
import { logOutRefusedLink } from './job-types';
import { momentOf } from './session-snapshot.mapper';

const LOG_OUT_MS = 8_000;

/** Logs out the sessions whose links were refused. */
@Injectable()
export class RefusedLinksService implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly channels: ChannelsRepository,
    private readonly connections: ConnectionsService,
    private readonly sessions: DeviceSessionsClient,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(logOutRefusedLink, (job) => this.logOut(job));
  }

  /** Does nothing if the session has changed since. */
  private async logOut(job: JobOf<typeof logOutRefusedLink>): Promise<Conclusion | void> {
    const { accountId, data } = job;
    const channel = await this.channels.find(accountId, data.channelId);
    if (!channel || compareMoments(data, momentOf(channel)) !== 0) return;
    const context = systemContext(accountId, { timeoutMs: LOG_OUT_MS, cause: job });
    const snapshot = await this.sessions.logOut(channel.id, LINK_REFUSED, context);
    return async (tx) => void (await this.connections.applySnapshot(tx, accountId, snapshot));
  }
}
