export interface BenchOptions {
  /** Shorter and fewer measurements: for a first look, not for a comparison of versions. */
  quick: boolean;
  /** The result as JSON on stdout instead of tables. */
  json: boolean;
}

export interface Bench {
  /** What it measures, in one line. */
  about: string;
  run: (options: BenchOptions) => Promise<void>;
}
