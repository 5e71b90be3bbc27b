import { Injectable } from '@nestjs/common';
import { BackgroundLoops } from '@chat/bus';
import type { MessageCount, MessageCounts, MessageCountsQuery } from '@chat/contracts/messaging';
import { invalid } from '@chat/errors';
import { toTimestamp } from '@chat/service-kit';
import { MessageCountsRepository, MOST_COUNTS, type CountRow } from './message-counts.repository';
import { readRange } from './message-counts.rules';

const SWEEP_MS = 10 * 60 * 1000;
const HOURS_ARE_KEPT_DAYS = 62;
const BATCH_SIZE = 1_000;

/** How many messages became what: what was counted stays when messages are deleted. */
@Injectable()
export class MessageCountsService {
  private since: Promise<Date> | undefined;

  constructor(
    private readonly counts: MessageCountsRepository,
    loops: BackgroundLoops,
  ) {
    loops.add({
      name: 'old-hourly-counts',
      round: async () => (await this.counts.deleteHours(HOURS_ARE_KEPT_DAYS, BATCH_SIZE)) === BATCH_SIZE,
      everyMs: SWEEP_MS,
    });
  }

  /** @throws AppError `validation_error`, also if there are too many counts. */
  async read(accountId: number, query: MessageCountsQuery): Promise<MessageCounts> {
    const { chat_account_id, direction, type, status } = query;
    const range = readRange(query, new Date());
    const rows = await this.counts.read(accountId, range, { chat_account_id, direction, type, status });
    if (rows.length > MOST_COUNTS) {
      const message = `These are more than ${MOST_COUNTS} counts. Ask for a shorter time, or group by less.`;
      throw invalid('group_by', message);
    }
    return { counted_since: toTimestamp(await this.countedSince()), usage: rows.map(toCount) };
  }

  private countedSince(): Promise<Date> {
    const since = (this.since ??= this.counts.since());
    since.catch(() => (this.since = undefined));
    return since;
  }
}

function toCount({ start, pricing_category: category, ...row }: CountRow): MessageCount {
  return {
    ...(row as Omit<MessageCount, 'start'>),
    start: toTimestamp(start),
    ...(category !== undefined && { pricing_category: category || null }),
  };
}
