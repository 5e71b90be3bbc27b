/** What we read of the report that Jest writes with `--json`. */
export interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Files that broke before any of their tests ran. */
  readonly numRuntimeErrorTestSuites: number;
}

export interface JestRun {
  /** Null when Jest was killed. */
  readonly exitCode: number | null;
  /** Undefined when Jest ended before it wrote one. */
  readonly report: JestReport | undefined;
}

/**
 * Adds up several runs of Jest. A run that failed without a failed test (its set-up broke, or it found no test)
 * counts as one failure: nothing that went wrong may look like success.
 */
export function summarise(runs: readonly JestRun[]): { passed: number; failed: number } {
  const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
  return {
    passed: sum(runs.map(({ report }) => report?.numPassedTests ?? 0)),
    failed: sum(runs.map(failuresOf)),
  };
}

function failuresOf({ exitCode, report }: JestRun): number {
  const counted = report ? report.numFailedTests + report.numRuntimeErrorTestSuites : 0;
  return exitCode === 0 ? counted : Math.max(counted, 1);
}
