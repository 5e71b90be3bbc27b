import type { LoadResult } from '../load/load';
import type { Choice } from '../quiet/disturbance.rules';
import { spreadOf, type Spread } from '../statistics.rules';
import { formatTable } from '@chat/test-kit/table';
import { withRange } from '../spread-cells.rules';
import { atLeast, formatVerdicts, openIfDisturbed, type Verdict } from '../verdict.rules';

/** Downloads from both, one after the other. */
export interface Round {
  ours: LoadResult;
  bare: LoadResult;
}

/** One size of file. */
export interface DownloadRow {
  bytes: number;
  rounds: Round[];
  quiet: Omit<Choice<Round>, 'rounds'>;
}

/** Minimum rate of the gateway relative to the bare server, for large files. */
const LIMIT = 0.5;
const GOAL_FROM_BYTES = 1_048_576;

const MIB = 1_048_576;

export function describeDownloads(rows: readonly DownloadRow[]): string {
  const cells = rows.map((row) => [
    nameOf(row),
    ...(['ours', 'bare'] as const).flatMap((target) => {
      const rates = row.rounds.map((round) => rateOf(round[target]));
      return [withRange(spreadOf(rates), 0), ((spreadOf(rates).median * row.bytes) / MIB).toFixed(0)];
    }),
    withRange(ratioOf(row), 2),
    String(row.quiet.disturbed),
  ]);
  const headings = ['file', 'ours/s', 'MiB/s', 'bare/s', 'MiB/s', 'ratio', 'disturbed rounds'];
  const verdicts = formatVerdicts(rows.map((row) => ({ name: nameOf(row), verdicts: verdictsOf(row) })));
  return `${formatTable(headings, cells)}\n\n${verdicts}`;
}

/** Small files have no goal: their downloads cost what any request costs. */
export function verdictsOf(row: DownloadRow): Verdict[] {
  if (row.bytes < GOAL_FROM_BYTES) return [];
  return openIfDisturbed([atLeast('rate against the bare file server', LIMIT, ratioOf(row))], row.quiet);
}

/** Ratios are taken within a round. */
function ratioOf({ rounds }: DownloadRow): Spread {
  return spreadOf(rounds.map(({ ours, bare }) => rateOf(ours) / rateOf(bare)));
}

function rateOf({ requests, seconds }: LoadResult): number {
  return requests / seconds;
}

function nameOf({ bytes }: DownloadRow): string {
  return bytes < MIB ? `${bytes / 1_024} KiB` : `${bytes / MIB} MiB`;
}
