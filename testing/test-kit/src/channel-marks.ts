import { until } from './until';
import type { TestService } from './test-service';

/** The mark of a deleted channel. */
interface ChannelMark {
  deleted_at: Date;
  purge_at: Date;
  is_due: boolean;
}

/** The marks of deleted channels in the service under test; specs can move their times. */
export class ChannelMarks {
  constructor(
    private readonly service: Pick<TestService, 'query'>,
    private readonly schema: string,
  ) {}

  async find(channelId: number): Promise<ChannelMark | null> {
    const [mark] = await this.service.query<ChannelMark & Record<string, unknown>>(
      `SELECT deleted_at, purge_at, purge_at <= now() AS is_due
       FROM ${this.schema}.deleted_channels WHERE channel_id = $1`,
      [channelId],
    );
    return mark ?? null;
  }

  /** Waits until the purge finds no more data of the channel. */
  rests(channelId: number): Promise<ChannelMark> {
    return until(
      async () => {
        const mark = await this.find(channelId);
        return mark?.is_due === false && mark;
      },
      { describe: `channel ${channelId} to rest` },
    );
  }

  /** Makes the purge look again, as if this much time had passed since the deletion. */
  async takeTurn(channelId: number, age = '1 minute'): Promise<void> {
    // The column has milliseconds: the current time, rounded up, would not be due yet.
    await this.service.query(
      `UPDATE ${this.schema}.deleted_channels SET purge_at = now() - interval '1 ms', deleted_at = now() - $2::interval
       WHERE channel_id = $1`,
      [channelId, age],
    );
  }
}
