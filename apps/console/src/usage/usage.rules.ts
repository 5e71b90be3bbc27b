import { readId, readOneOf } from '../ui/filters.rules';

export const statuses = ['received', 'sent', 'delivered', 'read', 'failed'] as const;
export type Status = (typeof statuses)[number];

export const spans = ['7', '30', '90'] as const;
export type Span = (typeof spans)[number];

/** What is shown, as it stands in the address; 30 days and all channels are left out of it. */
export interface UsageFilters {
  readonly days?: Span;
  readonly channel?: number;
}

export function readUsageFilters(search: Record<string, unknown>): UsageFilters {
  return { days: readOneOf(search['days'], spans), channel: readId(search['channel']) };
}

const DAY_MS = 86_400_000;

/** The days that are shown, as counts begin them: in UTC. The last one is today. */
export function daysUntil(now: number, count: number): string[] {
  const today = Math.floor(now / DAY_MS);
  return Array.from({ length: count }, (_, index) =>
    new Date((today - count + 1 + index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** A count as the API returns it. */
export interface Count {
  readonly start: string;
  readonly chat_account_id?: number;
  readonly status?: string;
  readonly count: number;
}

export type Numbers = Readonly<Record<Status, number>>;

const nothing: Numbers = { received: 0, sent: 0, delivered: 0, read: 0, failed: 0 };

const isKnown = (status: string | undefined): status is Status => statuses.some((one) => one === status);

/** How many messages became what on each day. What a newer server counts besides is left out. */
export function byDay(counts: readonly Count[], days: readonly string[], channel?: number): Numbers[] {
  const found = new Map(days.map((day) => [day, { ...nothing }]));
  for (const { start, chat_account_id, status, count } of counts) {
    const numbers = found.get(start.slice(0, 10));
    if (numbers && isKnown(status) && (channel === undefined || channel === chat_account_id))
      numbers[status] += count;
  }
  return [...found.values()];
}

/** How many messages of each channel became what, also of channels that were deleted since. */
export function byChannel(counts: readonly Count[], days: readonly string[]): Map<number, Numbers> {
  const found = new Map<number, Record<Status, number>>();
  for (const { start, chat_account_id: channel, status, count } of counts) {
    if (channel === undefined || !isKnown(status) || !days.includes(start.slice(0, 10))) continue;
    const numbers = found.get(channel) ?? { ...nothing };
    numbers[status] += count;
    found.set(channel, numbers);
  }
  return found;
}

/** Which share of what was sent was delivered, from 0 to 1; null if nothing was sent. */
export function delivered({ sent, delivered: done }: Numbers): number | null {
  return sent === 0 ? null : Math.min(1, done / sent);
}

/** A round number that no value exceeds, for the end of an axis. */
export function roundUp(value: number): number {
  if (value <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 5, 8, 10].map((step) => step * power).find((end) => end >= value)!;
}
