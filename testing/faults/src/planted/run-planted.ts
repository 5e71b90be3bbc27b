import { formatPlanted, tryPlanted, type PlantedResult } from '@chat/planted-bugs';
import { plantedRows } from '../rows/planted';
import { countOf, formatReport } from '../run/report.rules';
import { runFaults } from '../run/run';
import { plantedFaults } from './planted-faults';

const SEED = 1;
const MINUTES = 5;

/**
 * Checks that the rows of the planted bugs pass without them, and that each fails with its own. The last line of the
 * report is `N passed, N failed`.
 */
export async function runPlanted(signal: AbortSignal): Promise<{ report: string; isGood: boolean }> {
  const control = await runFaults(
    { only: rowNames(), rounds: 1, seed: SEED, quick: true, minutes: MINUTES, bail: false, isPatient: true },
    signal,
  );
  // Rows that fail without a bug would prove nothing.
  if (countOf(control).failed > 0) {
    const { length } = plantedFaults.bugs;
    return {
      report: `Failed without a bug:\n${formatReport(control)}\n0 passed, ${length} failed`,
      isGood: false,
    };
  }
  const results: PlantedResult[] = [];
  for (const bug of plantedFaults.bugs) {
    if (!signal.aborted) results.push(await tryPlanted(plantedFaults, bug, signal));
  }
  const isGood =
    results.length === plantedFaults.bugs.length && results.every(({ wasNoticed }) => wasNoticed);
  const seconds = Math.round(control.seconds);
  return { report: `Without a bug, all rows pass (${seconds} s).\n${formatPlanted(results)}`, isGood };
}

function rowNames(): string[] {
  return plantedRows.map(({ name }) => name);
}
