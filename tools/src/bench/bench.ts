/** `split`: one process per service. `standalone`: all services in one process. */
export type Topology = 'split' | 'standalone';

export interface BenchOptions {
  /** Shorter and fewer measurements: for a first look, not for comparing versions. */
  quick: boolean;
  /** Prints the result as JSON on stdout instead of tables. */
  json: boolean;
  /** Rows of the table to measure; all if empty. */
  only: readonly string[];
  /** Numbers of connections that replace those of the table, unless empty. */
  connections: readonly number[];
  /** Limits the bench to one topology. */
  topology?: Topology;
  /** Also prints the SQL statements that our requests run. */
  statements: boolean;
  /** The duration of a soak. */
  minutes?: number;
}

export interface Bench {
  /** What it measures, in one line. */
  about: string;
  run: (options: BenchOptions) => Promise<void>;
}
