import { formatPlanted, tryPlanted, type PlantedResult } from '../../planted/planted-bugs';
import { plantedRows } from '../rows/planted';
import { countOf } from '../run/report.rules';
import { runFaults } from '../run/run';
import { plantedFaults } from './planted-faults';

const SEED = 1;

/** Shows that the rows of the planted bugs are green without them, and that each turns red with its own. */
export async function runPlanted(signal: AbortSignal): Promise<{ report: string; isGood: boolean }> {
  const results = [await withoutBugs(signal)];
  for (const bug of plantedFaults.bugs) {
    if (signal.aborted) break;
    results.push(await tryPlanted(plantedFaults, bug, signal));
  }
  const isGood = results.length > plantedFaults.bugs.length && results.every(({ wasNoticed }) => wasNoticed);
  return { report: formatPlanted(results), isGood };
}

async function withoutBugs(signal: AbortSignal): Promise<PlantedResult> {
  const only = plantedRows.map(({ name }) => name);
  const options = { only, rounds: 1, seed: SEED, quick: true, minutes: 5, bail: false, isPatient: true };
  const report = await runFaults(options, signal);
  const { passed, failed } = countOf(report);
  const name = 'nothing planted: all green';
  return {
    name,
    wasNoticed: failed === 0,
    seconds: report.seconds,
    line: `${passed} passed, ${failed} failed`,
  };
}
