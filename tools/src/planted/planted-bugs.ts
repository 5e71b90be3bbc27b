import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ROOT, TreeCopy } from './tree-copy';

/** A bug that is put into a copy of the tree, and what must notice it. */
export interface PlantedBug {
  /** The name of its patch, without `.patch`. */
  readonly name: string;
  /** What of the suite is run against it. */
  readonly args: readonly string[];
}

/** A suite whose worth is to be shown. */
export interface PlantedSuite {
  /** The folder below `tools/src` that has the suite, with `main.ts`, and its patches in `planted`. */
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

/** Where the patch of a bug is kept. */
export function patchOf({ folder }: PlantedSuite, { name }: PlantedBug): string {
  return join(ROOT, 'tools', 'src', folder, 'planted', `${name}.patch`);
}

/** The patches of a suite that no bug of it names, and would never be tried. */
export async function strayPatches({ folder, bugs }: PlantedSuite): Promise<string[]> {
  const files = await readdir(join(ROOT, 'tools', 'src', folder, 'planted'));
  const names = files.filter((file) => file.endsWith('.patch')).map((file) => basename(file, '.patch'));
  return names.filter((name) => !bugs.some((bug) => bug.name === name));
}

/** Plants one bug in a copy, builds it, and runs what must notice. The copy is gone afterwards. */
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
      join('tools', 'dist', suite.folder, 'main.js'),
      bug.args,
      signal,
    );
    const line = output.trimEnd().split('\n').at(-1) ?? '';
    // A suite that could not even run has noticed nothing.
    return result(exitCode !== 0 && SUITE_LINE.test(line), line || 'It printed nothing.');
  } catch (error) {
    return result(false, error instanceof Error ? error.message : String(error));
  } finally {
    await copy.remove();
  }
}

/** The report of all planted bugs, with the last line of a run. */
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
