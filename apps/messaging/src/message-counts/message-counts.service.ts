import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoops, EventConsumers, onBatch } from '@chat/bus';
import {
  messageDelivered,
  messageFailed,
  messageRead,
  messageReceived,
  messageSent,
  type MessageCount,
  type MessageCounts,
  type MessageCountsQuery,
} from '@chat/contracts/messaging';
import { invalid } from '@chat/errors';
import { toTimestamp } from '@chat/service-kit';
import { MessageCountsRepository, MOST_COUNTS, type CountRow } from './message-counts.repository';
import { countsOf, readRange } from './message-counts.rules';

/**
 * How many events share a transaction, and how long they wait for it: nobody waits for a count, and an hour has few rows, whose
 * events would take turns to lock them. Fewer than a consumer may have in hand, so that a full batch never waits.
 */
const EVENTS_AT_ONCE = 200;
const GATHER_MS = 1_000;
const SWEEP_MS = 10 * 60 * 1000;
const HOURS_ARE_KEPT_DAYS = 62;
const BATCH_SIZE = 1_000;

/**
 * How many messages became what, counted as the events tell it: messages themselves are never counted, and what was counted
 * stays when they are deleted. The mark that an event is consumed commits with its count, so each counts once.
 */
@Injectable()
export class MessageCountsService implements OnApplicationBootstrap {
  private since: Promise<Date> | undefined;

  constructor(
    private readonly consumers: EventConsumers,
    private readonly counts: MessageCountsRepository,
    loops: BackgroundLoops,
  ) {
    loops.add({
      name: 'old-hourly-counts',
      round: async () => (await this.counts.deleteHours(HOURS_ARE_KEPT_DAYS, BATCH_SIZE)) === BATCH_SIZE,
      everyMs: SWEEP_MS,
    });
  }

  onApplicationBootstrap(): void {
    const types = [messageReceived, messageSent, messageDelivered, messageRead, messageFailed];
    this.consumers.consume({
      durable: 'messaging-counts',
      subject: 'evt.messaging.message.*',
      bindings: [
        onBatch(types, async (events, tx) =>
          this.counts.add(countsOf(events, await this.countedSince()), tx.manager),
        ),
      ],
      batchSize: EVENTS_AT_ONCE,
      gatherMs: GATHER_MS,
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

  /** The stream may have older events when counting begins, but not all of them. */
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
