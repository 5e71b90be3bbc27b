import type { CloudEvent } from '@chat/contracts';
import {
  countDimensions,
  type CountDimension,
  type CountedStatus,
  type MessageCountsQuery,
  type MessageEventData,
} from '@chat/contracts/messaging';
import { readMoment } from '@chat/contracts';
import { invalid } from '@chat/errors';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** How many messages became something in an hour. */
export interface HourlyCount {
  account_id: number;
  /** The beginning of the hour, in ISO 8601. */
  hour: string;
  channel_id: number;
  direction: string;
  kind: string;
  status: CountedStatus;
  /** Empty if the provider said nothing. */
  category: string;
  count: number;
}

const statuses: Readonly<Record<string, CountedStatus>> = {
  'message.received': 'received',
  'message.sent': 'sent',
  'message.delivered': 'delivered',
  'message.read': 'read',
  'message.failed': 'failed',
};

/** Adds up events, of which each says that a message became something. */
export function countsOf(events: readonly CloudEvent<MessageEventData>[]): HourlyCount[] {
  const counts = new Map<string, HourlyCount>();
  for (const { type, time, accountid, data } of events) {
    const at = Date.parse(time);
    const status = statuses[type];
    if (!status) continue;
    const { chat_account_id, direction, type: kind, pricing } = data.message;
    const key = {
      account_id: Number(accountid),
      hour: new Date(Math.floor(at / HOUR_MS) * HOUR_MS).toISOString(),
      channel_id: chat_account_id,
      direction,
      kind,
      status,
      category: pricing?.category ?? '',
    };
    const text = JSON.stringify(Object.values(key));
    const known = counts.get(text);
    if (known) known.count += 1;
    else counts.set(text, { ...key, count: 1 });
  }
  return [...counts.values()];
}

/** Which counts are asked for. */
export interface CountRange {
  readonly granularity: 'hour' | 'day';
  readonly from: Date;
  readonly to: Date;
  readonly groupBy: readonly CountDimension[];
}

const longest = { hour: 31 * DAY_MS, day: 400 * DAY_MS } as const;
const usual = { hour: DAY_MS, day: 30 * DAY_MS } as const;
const length = { hour: HOUR_MS, day: DAY_MS } as const;

/** @throws AppError `validation_error` for a time that is too long or ends before it begins, or an unknown dimension. */
export function readRange(
  { granularity = 'day', since, until, group_by }: MessageCountsQuery,
  now: Date,
): CountRange {
  const to = until === undefined ? now : new Date(readMoment(until)!);
  const first = since === undefined ? to.getTime() - usual[granularity] : readMoment(since)!;
  if (first > to.getTime()) throw invalid('since', 'since must not be after until.');
  if (to.getTime() - first > longest[granularity]) {
    const days = longest[granularity] / DAY_MS;
    throw invalid('since', `With ${granularity}, ask for at most ${days} days at a time.`);
  }
  const from = new Date(Math.floor(first / length[granularity]) * length[granularity]);
  return { granularity, from, to, groupBy: readDimensions(group_by) };
}

function readDimensions(text = 'direction,status'): CountDimension[] {
  const names = text.split(',').map((name) => name.trim());
  const known = countDimensions.filter((name) => names.includes(name));
  if (names.every((name) => (countDimensions as readonly string[]).includes(name))) return known;
  throw invalid('group_by', `Group by ${countDimensions.join(', ')}, separated by commas.`);
}
