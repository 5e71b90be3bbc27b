export interface BenchOptions {
  /** Shorter and fewer measurements: for a first look, not for a comparison of versions. */
  quick: boolean;
  /** The result as JSON on stdout instead of tables. */
  json: boolean;
  /** Rows of the table to measure; all when it is empty. */
  only: readonly string[];
}

export interface Bench {
  /** What it measures, in one line. */
  about: string;
  run: (options: BenchOptions) => Promise<void>;
}
