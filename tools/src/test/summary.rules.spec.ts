import { summarise } from './summary.rules';

const report = { success: true, numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };

describe('summarise', () => {
  it.each([
    ['adds up the runs', [report, report], { passed: 6, failed: 0 }],
    [
      'counts failed tests and files that did not load',
      [{ ...report, success: false, numFailedTests: 2, numRuntimeErrorTestSuites: 1 }],
      { passed: 3, failed: 3 },
    ],
    [
      'counts a run that failed without a failed test',
      [{ ...report, success: false, numPassedTests: 0 }],
      { passed: 0, failed: 1 },
    ],
    ['counts a run that left no report', [report, undefined], { passed: 3, failed: 1 }],
  ])('%s', (_case, reports, expected) => {
    expect(summarise(reports)).toEqual(expected);
  });
});
