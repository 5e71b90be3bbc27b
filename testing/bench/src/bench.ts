import type { Installation } from './installation/installation';

/** `split`: one process per service. `standalone`: all services in one process. */
export type Topology = 'split' | 'standalone';

/**
 * How much is measured. `quick`: for a first look, not for comparing versions. `smallest`: only to show that a bench
 * works; its figures say nothing about speed.
 */
export type Size = 'full' | 'quick' | 'smallest';

export interface BenchOptions {
  size: Size;
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
  /** Used instead of an installation of the bench's own. */
  shared?: Installation;
}

export interface Report {
  /** For programs. */
  figures: object;
  /** For people. */
  text: string;
  /** Whether a goal was missed without which the command fails. */
  isMissed?: boolean;
}

export interface Bench {
  /** What it measures, in one line. */
  about: string;
  run: (options: BenchOptions) => Promise<Report>;
  /** Whether it can use an installation that other benches have used. */
  canShare?: boolean;
}
