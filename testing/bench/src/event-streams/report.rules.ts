import { formatTable } from '@chat/test-kit/table';
import { withRange } from '../spread-cells.rules';
import { spreadOf, type Spread } from '../statistics.rules';
import { atMost, formatVerdicts, isMissed } from '../verdict.rules';

/** The memory that one open stream may take, in kB. */
const STREAM_KB = 25;

/** What one gateway needed. */
export interface Round {
  /** Resident memory of a stream. */
  streamKB: number;
  /** Percent of a core while nothing happens, with all streams open. */
  idlePercent: number;
  /** CPU of an event, in µs: whose account nobody reads here, and whose account has a reader. */
  unreadUs: number;
  readUs: number;
  /** CPU of each further reader of an event. */
  readerUs: number;
}

const lines: readonly (readonly [keyof Round, string, number])[] = [
  ['streamKB', 'memory of a stream, kB', 1],
  ['idlePercent', 'CPU while nothing happens, % of a core', 1],
  ['unreadUs', 'CPU of an event that nobody reads, µs', 1],
  ['readUs', 'CPU of an event with one reader, µs', 1],
  ['readerUs', 'CPU of each further reader, µs', 1],
];

export function describeStreams(
  streams: number,
  rounds: readonly Round[],
): { text: string; isMissed: boolean } {
  const spread = (key: keyof Round): Spread => spreadOf(rounds.map((round) => round[key]));
  const table = formatTable(
    [`${streams} streams in one gateway`, 'median (range)'],
    lines.map(([key, what, digits]) => [what, withRange(spread(key), digits)]),
  );
  const verdict = atMost('memory of a stream, kB', STREAM_KB, spread('streamKB'));
  const verdicts = formatVerdicts([{ name: 'event streams', verdicts: [verdict] }]);
  return { text: `${table}\n\n${verdicts}`, isMissed: isMissed(verdict) };
}
