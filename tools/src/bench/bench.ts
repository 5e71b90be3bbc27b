/** `split`: a process for each service. `standalone`: all of them in one. */
export type Topology = 'split' | 'standalone';

export interface BenchOptions {
  /** Shorter and fewer measurements: for a first look, not for a comparison of versions. */
  quick: boolean;
  /** The result as JSON on stdout instead of tables. */
  json: boolean;
  /** Rows of the table to measure; all when it is empty. */
  only: readonly string[];
  /** Numbers of connections in place of those of the table, unless it is empty. */
  connections: readonly number[];
  /** One topology; each that the bench knows when it is left out. */
  topology?: Topology;
  /** Also the text of every SQL statement that a request of ours costs. */
  statements: boolean;
  /** How long a soak lasts. */
  minutes?: number;
}

export interface Bench {
  /** What it measures, in one line. */
  about: string;
  run: (options: BenchOptions) => Promise<void>;
}
