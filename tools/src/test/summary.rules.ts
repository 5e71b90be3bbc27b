/** What we read of the report that Jest writes with `--json`. */
export interface JestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Files that broke before any of their tests ran. */
  readonly numRuntimeErrorTestSuites: number;
}

/**
 * Adds up several runs of Jest. A run without a report, or one that failed without a failed test (its set-up broke,
 * or it found no test), counts as one failure: nothing that went wrong may look like success.
 */
export function summarise(reports: readonly (JestReport | undefined)[]): { passed: number; failed: number } {
  const failures = reports.map((report) => {
    if (!report) return 1;
    const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
    return report.success ? failed : Math.max(failed, 1);
  });
  return {
    passed: reports.reduce((sum, report) => sum + (report?.numPassedTests ?? 0), 0),
    failed: failures.reduce((sum, failed) => sum + failed, 0),
  };
}
