import { AppError } from '@chat/errors';
import { limitOf, type LimitName } from '@chat/contracts/limits';

/** What an account keeps, and may keep. */
export interface Level {
  used: number;
  max: number;
}

/** The percentages of a limit that are announced. */
type Percentage = 0 | 80 | 100;

const GIB = 1024 ** 3;
/** How much closer to the limit usage may be read as than it is: more than what an account adds in a second or two. */
const MARGINS = { records: 1_000, bytes: 10 * GIB };
/** By how much usage must fall below an announced percentage until reaching it is announced again. */
const RELIEF = 5;

/**
 * Returns whether an addition is so far from the limit that a count may be a second old. Otherwise the account's
 * additions must wait for each other, so that the limit holds exactly.
 */
export function isFarFromLimit(name: LimitName, { used, max }: Level, addition: number): boolean {
  const margin = Math.max(MARGINS[limitOf(name).unit], Math.ceil(max / 100));
  return used + addition + margin <= max;
}

/** Returns the percentage that usage has reached. A limit of 0 is reached by anything. */
export function percentageOf({ used, max }: Level): Percentage {
  if (used > 0 && used >= max) return 100;
  return used > 0 && used >= max * 0.8 ? 80 : 0;
}

/**
 * Returns the percentage that counts as announced from now on: each is announced once, until usage has fallen clearly
 * below it.
 */
export function announcedOf(level: Level, announced: number): number {
  const reached = percentageOf(level);
  if (reached >= announced) return reached;
  const isRelieved = level.used < (level.max * (announced - RELIEF)) / 100;
  return isRelieved ? reached : announced;
}

/** The limit of an account that kept a lot before there were limits: it may keep as much again. */
export function maxForExisting(name: LimitName, used: number): number | null {
  const { max, most = Infinity } = limitOf(name);
  return used * 2 > max ? Math.min(Math.max(used * 2, max), most) : null;
}

export function limitReached(name: LimitName, max: number): AppError {
  return new AppError('limit_reached', {
    reason: name,
    message: `The account may keep ${max.toLocaleString('en')} ${limitOf(name).what}. Delete what is not needed, or have the limit raised.`,
  });
}
