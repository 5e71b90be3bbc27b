import { formatTable } from '@chat/test-kit/table';
import { withRange } from '../spread-cells.rules';
import { percentile, spreadOf } from '../statistics.rules';
import { atMost, formatVerdicts, isMissed, type Verdict } from '../verdict.rules';

/** What one round measured in a page. */
export interface Round {
  /** From a cold start of the page to the first rows, and from a click to the first messages, in ms. */
  listMs: number;
  threadMs: number;
  /** Rows and messages in the page, after scrolling far. */
  rowNodes: number;
  messageNodes: number;
  /** How far what is read moved when earlier messages came, in pixels. */
  movedPx: number;
  /** Requests of a page that nobody uses, the stream aside. */
  idlePerMinute: number;
  /** From what a customer writes to its text in the page, each, in ms. */
  arrivalsMs: readonly number[];
  /** From the end of a cut to what was written meanwhile, in ms. */
  afterCutMs: number;
  /** The same from when a gateway that was killed is ready again; null where it was not. */
  afterKillMs: number | null;
}

const goals = [
  ['list opens, ms', 'listMs', 2_500],
  ['thread opens, ms', 'threadMs', 1_000],
  ['rows in the page', 'rowNodes', 60],
  ['messages in the page', 'messageNodes', 400],
  ['what is read moves, px', 'movedPx', 2],
  ['idle requests a minute', 'idlePerMinute', 2],
  ['right after a cut, ms', 'afterCutMs', 2_000],
] as const satisfies readonly (readonly [string, keyof Round, number])[];

const ARRIVAL_P50_MS = 250;
const ARRIVAL_P99_MS = 1_000;
const AFTER_KILL_MS = 2_000;

/** The table of the figures, with their goals. */
export function describeConsole(name: string, rounds: readonly Round[]): { text: string; isMissed: boolean } {
  const arrivals = rounds.flatMap(({ arrivalsMs }) => arrivalsMs);
  const kills = rounds.flatMap(({ afterKillMs }) => afterKillMs ?? []);
  const only = (value: number) => spreadOf([value]);
  const verdicts: Verdict[] = [
    ...goals.map(([what, key, limit]) => atMost(what, limit, spreadOf(rounds.map((round) => round[key])))),
    atMost('phone to page p50, ms', ARRIVAL_P50_MS, only(percentile(arrivals, 0.5))),
    atMost('phone to page p99, ms', ARRIVAL_P99_MS, only(percentile(arrivals, 0.99))),
    ...(kills.length === 0
      ? []
      : [atMost('right after a killed gateway, ms', AFTER_KILL_MS, spreadOf(kills))]),
  ];
  const table = formatTable(
    [name, 'median (range)'],
    verdicts.map(({ what, measured }) => [what, measured ? withRange(measured, 0) : 'unknown']),
  );
  return {
    text: `${table}\n\n${formatVerdicts([{ name: 'console', verdicts }])}`,
    isMissed: verdicts.some(isMissed),
  };
}
