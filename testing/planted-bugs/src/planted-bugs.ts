import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ROOT, TreeCopy } from './tree-copy';

/** A bug that is planted in a copy of the tree, and the part of the suite that must detect it. */
export interface PlantedBug {
  /** The name of its patch, without `.patch`. */
  readonly name: string;
  /** The arguments with which the suite runs against it. */
  readonly args: readonly string[];
}

/** A suite that must prove that it detects bugs. */
export interface PlantedSuite {
  /** The folder below `testing` with the suite's `main.ts` and its patches in `planted`. */
  readonly folder: string;
  readonly bugs: readonly PlantedBug[];
}

export interface PlantedResult {
  readonly name: string;
  /** Whether the suite failed, as it should. */
  readonly wasNoticed: boolean;
  readonly seconds: number;
  /** The last line of the suite, or why there is none. */
  readonly line: string;
}

const SUITE_LINE = /^\d+ passed, ([1-9]\d*) failed$/;

function plantedFolder(suite: string): string {
  return join(ROOT, 'testing', suite, 'src', 'planted');
}

/** The path of a bug's patch. */
export function patchOf({ folder }: PlantedSuite, { name }: PlantedBug): string {
  return join(plantedFolder(folder), `${name}.patch`);
}

/** Returns the patches of a suite that none of its bugs names, and which would never be tried. */
export async function strayPatches({ folder, bugs }: PlantedSuite): Promise<string[]> {
  const files = await readdir(plantedFolder(folder));
  const names = files.filter((file) => file.endsWith('.patch')).map((file) => basename(file, '.patch'));
  return names.filter((name) => !bugs.some((bug) => bug.name === name));
}

/** Plants one bug in a copy, builds it, and runs the suite that must detect it. The copy is removed afterwards. */
export async function tryPlanted(
  suite: PlantedSuite,
  bug: PlantedBug,
  signal?: AbortSignal,
): Promise<PlantedResult> {
  const startedAt = performance.now();
  const result = (wasNoticed: boolean, line: string) => ({
    name: bug.name,
    wasNoticed,
    line,
    seconds: (performance.now() - startedAt) / 1_000,
  });
  const copy = await TreeCopy.make();
  try {
    await copy.apply(patchOf(suite, bug));
    const { exitCode, output } = await copy.run(
      join('testing', suite.folder, 'dist', 'main.js'),
      bug.args,
      signal,
    );
    const line = output.trimEnd().split('\n').at(-1) ?? '';
    // A suite that could not even run has detected nothing.
    return result(exitCode !== 0 && SUITE_LINE.test(line), line || 'It printed nothing.');
  } catch (error) {
    return result(false, error instanceof Error ? error.message : String(error));
  } finally {
    await copy.remove();
  }
}

/** The report of all planted bugs, including the last line of a run. */
export function formatPlanted(results: readonly PlantedResult[]): string {
  const noticed = results.filter(({ wasNoticed }) => wasNoticed).length;
  return [
    ...results.map(
      ({ name, wasNoticed, seconds, line }) =>
        `${name.padEnd(28)} ${wasNoticed ? 'noticed' : 'NOT NOTICED'} ${seconds.toFixed(0).padStart(5)} s  ${line}`,
    ),
    '',
    `${noticed} passed, ${results.length - noticed} failed`,
  ].join('\n');
}
