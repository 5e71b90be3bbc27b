/** What `npm test` is asked for, beside what goes to Jest. */
export interface TestOptions {
  /** `ingress`: journeys only, with several of each process behind nginx with TLS. */
  readonly topology: 'direct' | 'ingress';
  /** The major version of Node that runs it; null: the one at hand. */
  readonly node: string | null;
  readonly jest: readonly string[];
}

/** Takes our own options out of the arguments. @throws Error that says what is wrong with one. */
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

/** `npm start` has a topology of its own. What Jest selects by lists comes last: it takes a path for one more of them. */
const JOURNEYS = ['--testPathIgnorePatterns', 'start\\.e2e-spec', '--selectProjects', 'e2e'];

/** The arguments of Jest. */
export function jestArguments({ topology, jest }: TestOptions): string[] {
  return topology === 'ingress' ? [...jest, ...JOURNEYS] : [...jest];
}
