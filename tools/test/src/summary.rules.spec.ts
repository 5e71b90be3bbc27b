import { failures, slowestFiles, summarise, total } from './summary.rules';

const report = { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0, testResults: [] };

describe('summarise', () => {
  it.each([
    ['counts the tests of a run', { exitCode: 0, report }, { passed: 3, failed: 0 }],
    [
      'counts failed tests and files that did not load',
      { exitCode: 1, report: { ...report, numFailedTests: 2, numRuntimeErrorTestSuites: 1 } },
      { passed: 3, failed: 3 },
    ],
    [
      'counts failures of a run that exited successfully all the same',
      { exitCode: 0, report: { ...report, numFailedTests: 1 } },
      { passed: 3, failed: 1 },
    ],
    [
      'counts a run that failed without a failed test, such as one that found none',
      { exitCode: 1, report: { ...report, numPassedTests: 0 } },
      { passed: 0, failed: 1 },
    ],
    ['counts a run that was killed', { exitCode: null, report: undefined }, { passed: 0, failed: 1 }],
  ])('%s', (_case, run, expected) => {
    expect(summarise(run)).toEqual(expected);
  });
});

describe('total', () => {
  it('adds up the runs, so that none hides the failure of another', () => {
    expect(
      total([
        { exitCode: 0, report },
        { exitCode: null, report: undefined },
      ]),
    ).toEqual({ passed: 3, failed: 1 });
  });
});

describe('slowestFiles', () => {
  const file = (name: string, ms: number) => ({
    name: `/code/${name}`,
    startTime: 1_000,
    endTime: 1_000 + ms,
    message: '',
    assertionResults: [],
  });

  it('lists the given number of files, the slowest first', () => {
    const testResults = [file('a.spec.ts', 40), file('b.spec.ts', 12_340), file('c.spec.ts', 900)];
    expect(slowestFiles([{ exitCode: 0, report: { ...report, testResults } }], '/code', 2)).toEqual([
      '   12.3 s  b.spec.ts',
      '    0.9 s  c.spec.ts',
    ]);
  });

  it('lists nothing for a run that left no report', () => {
    expect(slowestFiles([{ exitCode: null, report: undefined }], '/code', 10)).toEqual([]);
  });
});

describe('failures', () => {
  it('names each failed test, and each file that did not run, with the first line of why', () => {
    const file = { name: '/code/a.spec.ts', startTime: 0, endTime: 1 };
    const test = (fullName: string, status: string) => ({
      fullName,
      status,
      failureMessages: status === 'failed' ? ['Expected 1\n  at a.spec.ts'] : [],
    });
    const testResults = [
      { ...file, message: '', assertionResults: [test('adds', 'passed'), test('subtracts', 'failed')] },
      { ...file, message: 'Cannot find module\n  at', assertionResults: [] },
    ];
    expect(failures([{ exitCode: 1, report: { ...report, testResults } }], '/code')).toEqual([
      '  a.spec.ts: subtracts: Expected 1',
      '  a.spec.ts: Cannot find module',
    ]);
  });
});
