import { summarise } from './summary.rules';

const report = { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };
const passed = { exitCode: 0, report };

describe('summarise', () => {
  it.each([
    ['adds up the runs', [passed, passed], { passed: 6, failed: 0 }],
    [
      'counts failed tests and files that did not load',
      [{ exitCode: 1, report: { ...report, numFailedTests: 2, numRuntimeErrorTestSuites: 1 } }],
      { passed: 3, failed: 3 },
    ],
    [
      'counts a run that failed without a failed test, as one that found none',
      [passed, { exitCode: 1, report: { ...report, numPassedTests: 0 } }],
      { passed: 3, failed: 1 },
    ],
    [
      'counts a run that was killed',
      [passed, { exitCode: null, report: undefined }],
      { passed: 3, failed: 1 },
    ],
  ])('%s', (_case, runs, expected) => {
    expect(summarise(runs)).toEqual(expected);
  });
});
