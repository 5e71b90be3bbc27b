import { Injectable } from '@nestjs/common';
import { BackgroundLoops, BusClient } from '@chat/bus';
import { MAX_SIGNS_OF_LIFE, reportSignsOfLife, type SignOfLife } from '@chat/contracts/channels';
import { systemContext, toTimestamp } from '@chat/service-kit';

const ROUND_MS = 5_000;
const NO_ACCOUNT = 0;

/**
 * Reports activity of numbers to the channels service, in batches and at a limited rate. A lost report is made up for
 * by the next message.
 */
@Injectable()
export class SignsOfLifeService {
  private seen = new Map<number, SignOfLife>();

  constructor(
    private readonly bus: BusClient,
    loops: BackgroundLoops,
  ) {
    loops.add({ name: 'signs-of-life', round: () => this.report(), everyMs: ROUND_MS });
  }

  /** Records that a message was sent or received. */
  record(accountId: number, channelId: number): void {
    const seenAt = toTimestamp(new Date());
    this.seen.set(channelId, {
      account_id: accountId,
      channel_id: channelId,
      last_seen_at: seenAt,
      last_heartbeat_at: null,
    });
  }

  private async report(): Promise<void> {
    const signs = [...this.seen.values()];
    this.seen = new Map();
    for (let start = 0; start < signs.length; start += MAX_SIGNS_OF_LIFE) {
      const sessions = signs.slice(start, start + MAX_SIGNS_OF_LIFE);
      await this.bus.request(reportSignsOfLife, systemContext(NO_ACCOUNT), { body: { sessions } });
    }
  }
}
