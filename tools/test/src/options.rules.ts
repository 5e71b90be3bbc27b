/** The options of `npm test`, besides the arguments for Jest. */
export interface TestOptions {
  /** `ingress`: only journeys, with several of each process behind nginx with TLS. */
  readonly topology: 'direct' | 'ingress';
  /** The major version of Node to use; null for the current one. */
  readonly node: string | null;
  /** Only what the changes of this branch, committed or not, can break. */
  readonly changed: boolean;
  readonly jest: readonly string[];
}

/** The changes of a branch, committed or not. */
export interface Changes {
  /** The commit that the branch began at. */
  readonly since: string;
  /** Paths below the root. */
  readonly files: readonly string[];
}

/** Separates our own options from the arguments. @throws Error that says which option is invalid. */
export function readOptions(args: readonly string[]): TestOptions {
  const jest = [...args];
  const take = (name: string): string | null => {
    const at = jest.indexOf(name);
    if (at < 0) return null;
    const [, value] = jest.splice(at, 2);
    if (value === undefined || value.startsWith('-')) throw new Error(`${name} needs a value.`);
    return value;
  };
  const topology = take('--topology') ?? 'direct';
  if (topology !== 'direct' && topology !== 'ingress')
    throw new Error(`--topology is direct or ingress, not ${topology}.`);
  const changed = jest.includes('--changed');
  if (changed) jest.splice(jest.indexOf('--changed'), 1);
  return { topology, node: take('--node'), changed, jest };
}

/**
 * `npm start` has its own topology, so its spec is left out. These lists come last, since Jest would take a path after
 * them as another entry.
 */
const JOURNEYS = ['--testPathIgnorePatterns', 'start\\.e2e-spec', '--selectProjects', 'e2e'];

const SPECS = ['--selectProjects', 'unit', 'integration'];
/** All journeys against one process, which is the quickest way to run them. */
const ALL_JOURNEYS = ['standalone\\.e2e-spec', '--selectProjects', 'e2e'];
/** What journeys run against, and themselves. */
const PRODUCT = /^(apps|libs|testing\/(e2e|local-servers|sandbox|test-kit))\//;

/** Returns the arguments of each run of Jest. @param changes of the branch; unused unless only these are tested. */
export function jestRuns({ topology, changed, jest }: TestOptions, changes: Changes): string[][] {
  if (topology === 'ingress') return [[...jest, ...JOURNEYS]];
  if (!changed) return [[...jest]];
  const specs = [...jest, '--passWithNoTests', '--changedSince', changes.since, ...SPECS];
  // Journeys import nothing of the services whose processes they start.
  return changes.files.some((file) => PRODUCT.test(file)) ? [specs, [...jest, ...ALL_JOURNEYS]] : [specs];
}
