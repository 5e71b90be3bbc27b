import type { Texts } from './en';
import { phoneShown, spanOf } from './formats.rules';

/** How times, sizes and numbers are shown in a language. */
export interface Formats {
  readonly clock: (at: string) => string;
  readonly day: (at: string, now: number) => string;
  /** Clock time today, else the day: for lists. */
  readonly brief: (at: string, now: number) => string;
  readonly full: (at: string) => string;
  /** To the second: where it matters what came first. */
  readonly precise: (at: string) => string;
  /** As in "3 minutes ago". */
  readonly ago: (at: string, now: number) => string;
  readonly size: (bytes: number) => string;
  readonly number: (value: number) => string;
  /** A share from 0 to 1. */
  readonly percent: (share: number) => string;
  /** A day as in 2026-01-31, which is one of UTC. */
  readonly utcDay: (day: string) => string;
  readonly phone: (digits: string) => string;
}

const UNKNOWN = '–';

/** Units of sizes from a million bytes on. */
const LARGE: readonly (readonly [string, number])[] = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
];

export function formatsOf(locale: string, texts: Texts): Formats {
  const times = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return (at: string) => (isTime(at) ? format.format(new Date(at)) : UNKNOWN);
  };
  const clock = times({ hour: '2-digit', minute: '2-digit' });
  const sameYear = times({ day: 'numeric', month: 'long' });
  const otherYear = times({ day: 'numeric', month: 'long', year: 'numeric' });
  const weekday = times({ weekday: 'long' });
  const short = times({ day: 'numeric', month: 'short' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const utc = times({ day: 'numeric', month: 'short', timeZone: 'UTC' });
  const numbers = new Intl.NumberFormat(locale);
  const percents = new Intl.NumberFormat(locale, { style: 'percent' });
  const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const day = (at: string, now: number) => {
    const days = daysBetween(at, now);
    if (days === 0) return texts.time.today;
    if (days === 1) return texts.time.yesterday;
    if (days > 1 && days < 7) return weekday(at);
    return new Date(at).getFullYear() === new Date(now).getFullYear() ? sameYear(at) : otherYear(at);
  };
  return {
    clock,
    day,
    brief: (at, now) => {
      const days = daysBetween(at, now);
      if (days === 0) return clock(at);
      if (days === 1) return texts.time.yesterday;
      return days < 7 ? weekday(at) : short(at);
    },
    full: times({ dateStyle: 'long', timeStyle: 'short' }),
    precise: times({ dateStyle: 'medium', timeStyle: 'medium' }),
    ago: (at, now) => {
      if (!isTime(at)) return UNKNOWN;
      const { value, unit } = spanOf(now - Date.parse(at));
      return unit === null ? texts.time.justNow : relative.format(-value, unit);
    },
    size: (bytes) => {
      if (bytes < 1_000) return `${numbers.format(bytes)} B`;
      if (bytes < 1_000_000) return `${numbers.format(Math.round(bytes / 1_000))} kB`;
      const [unit, of] = LARGE.find(([, least]) => bytes >= least)!;
      return `${decimals.format(bytes / of)} ${unit}`;
    },
    number: (value) => numbers.format(value),
    percent: (share) => percents.format(share),
    utcDay: (day) => utc(`${day}T00:00:00Z`),
    phone: phoneShown,
  };
}

/** An older server may lack a time. */
function isTime(at: string): boolean {
  return !Number.isNaN(Date.parse(at));
}

/** Calendar days from a time until now, where the person is. */
function daysBetween(at: string, now: number): number {
  const start = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((start(now) - start(Date.parse(at))) / 86_400_000);
}
