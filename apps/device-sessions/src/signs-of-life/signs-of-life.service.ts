import { Injectable } from '@nestjs/common';
import { BackgroundLoops, BusClient } from '@chat/bus';
import { MAX_SIGNS_OF_LIFE, reportSignsOfLife, type SignOfLife } from '@chat/contracts/channels';
import { systemContext, toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import { LeasesService } from '../sessions/leases.service';
import { isReportDue, lastSeen } from '../sessions/signs-of-life.rules';

const ROUND_MS = 3_000;
const NO_ACCOUNT = 0;

/**
 * Reports the signs of life of this replica's sessions to the channels service: many per request, each session at a
 * limited rate. A lost report is made up for by the next one.
 */
@Injectable()
export class SignsOfLifeService {
  /** Time of the last report of each session that is connected here, in epoch ms. */
  private reportedAt = new Map<number, number>();

  constructor(
    private readonly leases: LeasesService,
    private readonly bus: BusClient,
    loops: BackgroundLoops,
  ) {
    loops.add({ name: 'signs-of-life', round: () => this.report(), everyMs: ROUND_MS });
  }

  private async report(): Promise<void> {
    const now = Date.now();
    const connected = this.leases.connected();
    this.reportedAt = new Map(
      connected.flatMap(({ channelId }) => {
        const at = this.reportedAt.get(channelId);
        return at === undefined ? [] : [[channelId, at] as const];
      }),
    );
    const due = connected.filter(({ channelId, signs }) =>
      isReportDue(signs, this.reportedAt.get(channelId), now),
    );
    for (let start = 0; start < due.length; start += MAX_SIGNS_OF_LIFE) {
      const part = due.slice(start, start + MAX_SIGNS_OF_LIFE);
      const sessions = part.flatMap((session) => toSign(session) ?? []);
      await this.bus.request(reportSignsOfLife, systemContext(NO_ACCOUNT), { body: { sessions } });
      part.forEach(({ channelId }) => this.reportedAt.set(channelId, now));
    }
  }
}

function toSign({
  accountId,
  channelId,
  signs,
}: ReturnType<LeasesService['connected']>[number]): SignOfLife | null {
  const seenAt = lastSeen(signs);
  return (
    seenAt && {
      account_id: accountId,
      channel_id: channelId,
      last_seen_at: toTimestamp(seenAt),
      last_heartbeat_at: toNullableTimestamp(signs.heartbeatAt),
    }
  );
}
