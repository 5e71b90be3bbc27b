/** What we read of the report that Jest writes with `--json`. */
export interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Files that broke before any of their tests ran. */
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

export interface JestRun {
  /** Null when Jest was killed. */
  readonly exitCode: number | null;
  /** Undefined when Jest ended before it wrote one. */
  readonly report: JestReport | undefined;
}

/**
 * Counts a run of Jest. A run that failed without a failed test (its set-up broke, or it found no test) counts as one
 * failure: nothing that went wrong may look like success.
 */
export function summarise({ exitCode, report }: JestRun): { passed: number; failed: number } {
  const counted = report ? report.numFailedTests + report.numRuntimeErrorTestSuites : 0;
  return {
    passed: report?.numPassedTests ?? 0,
    failed: exitCode === 0 ? counted : Math.max(counted, 1),
  };
}

/** The `count` files that took longest, the slowest first: a line each, with seconds and the path below `root`. */
export function slowestFiles(report: JestReport | undefined, root: string, count: number): string[] {
  return (report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ path: name.replace(`${root}/`, ''), ms: endTime - startTime }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ path, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${path}`);
}
