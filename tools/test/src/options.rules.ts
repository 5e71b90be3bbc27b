/** The options of `npm test`, besides the arguments for Jest. */
export interface TestOptions {
  /** `ingress`: only journeys, with several of each process behind nginx with TLS. */
  readonly topology: 'direct' | 'ingress';
  /** The major version of Node to use; null for the current one. */
  readonly node: string | null;
  readonly jest: readonly string[];
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
  return { topology, node: take('--node'), jest };
}

/**
 * `npm start` has its own topology, so its spec is left out. These lists come last, since Jest would take a path after
 * them as another entry.
 */
const JOURNEYS = ['--testPathIgnorePatterns', 'start\\.e2e-spec', '--selectProjects', 'e2e'];

export function jestArguments({ topology, jest }: TestOptions): string[] {
  return topology === 'ingress' ? [...jest, ...JOURNEYS] : [...jest];
}
