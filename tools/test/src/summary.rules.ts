/** The members used of the report that Jest writes with `--json`. */
export interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Files that failed before any of their tests ran. */
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    /** Why the file did not run, or empty. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export interface JestRun {
  /** Null when Jest was killed. */
  readonly exitCode: number | null;
  /** Undefined when Jest ended before writing one. */
  readonly report: JestReport | undefined;
}

/**
 * Counts the results of a Jest run. A run that failed without a failed test (its setup broke, or it found no test)
 * counts as one failure, so that no problem looks like success.
 */
export function summarise({ exitCode, report }: JestRun): { passed: number; failed: number } {
  const counted = report ? report.numFailedTests + report.numRuntimeErrorTestSuites : 0;
  return {
    passed: report?.numPassedTests ?? 0,
    failed: exitCode === 0 ? counted : Math.max(counted, 1),
  };
}

/** The counts of all runs. */
export function total(runs: readonly JestRun[]): { passed: number; failed: number } {
  const counts = runs.map(summarise);
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** The `count` slowest files, the slowest first: one line each, with seconds and the path below `root`. */
export function slowestFiles(runs: readonly JestRun[], root: string, count: number): string[] {
  return runs
    .flatMap(({ report }) => report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ path: name.replace(`${root}/`, ''), ms: endTime - startTime }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ path, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${path}`);
}

/** Every failed test with the path of its file below `root`, its name and the first line of what it says. */
export function failures(runs: readonly JestRun[], root: string): string[] {
  const files = runs.flatMap(({ report }) => report?.testResults ?? []);
  return files.flatMap(({ name, message, assertionResults }) => {
    const path = name.replace(`${root}/`, '');
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (assertionResults.length === 0 && message !== '') return [`  ${path}: ${firstLine(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) => `  ${path}: ${fullName}: ${firstLine(failureMessages.join('\n'))}`,
    );
  });
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
