/** The problems found by one attack. */
export interface Finding {
  readonly attack: string;
  readonly problems: readonly string[];
}

export interface GroupResult {
  readonly name: string;
  readonly about: string;
  readonly cases: number;
  readonly findings: readonly Finding[];
  /** Cases that did not run before the deadline; each counts as a failure. */
  readonly unrun: number;
  readonly seconds: number;
}

export interface Report {
  readonly seed: number;
  readonly quick: boolean;
  readonly groups: readonly GroupResult[];
}

/** How many findings of a group the report lists. */
const LISTED = 20;

/** Counts the passed and failed cases. A run without any case counts as one failure. */
export function countsOf(groups: readonly GroupResult[]): { passed: number; failed: number } {
  const cases = sum(groups.map((group) => group.cases));
  const failed = sum(groups.map(({ findings, unrun }) => findings.length + unrun));
  return cases === 0 ? { passed: 0, failed: Math.max(failed, 1) } : { passed: cases - failed, failed };
}

/** One line per group, then the failures: whoever sees only the end of a long output sees them. */
export function formatReport({ seed, quick, groups }: Report): string {
  return [
    `Attacks${quick ? ', the quick form' : ''}, seed ${seed}`,
    '',
    ...groups.map(lineOf),
    ...groups.flatMap(findingsOf),
  ].join('\n');
}

/** The last line of a run, which scripts parse. */
export function lastLine(groups: readonly GroupResult[]): string {
  const { passed, failed } = countsOf(groups);
  return `${passed} passed, ${failed} failed`;
}

function lineOf({ name, about, cases, findings, unrun, seconds }: GroupResult): string {
  const failures = findings.length + unrun;
  const verdict = failures === 0 ? 'held' : `${failures} FAILED`;
  return `${name.padEnd(14)} ${String(cases).padStart(6)} cases  ${seconds.toFixed(1).padStart(6)} s  ${verdict.padEnd(10)}  ${about}`;
}

function findingsOf({ name, findings, unrun }: GroupResult): string[] {
  if (findings.length + unrun === 0) return [];
  const listed = findings.slice(0, LISTED);
  return [
    `${name}:`,
    ...listed.flatMap(({ attack, problems }) => [
      `    ${attack}`,
      ...problems.map((line) => `        ${line}`),
    ]),
    ...(findings.length > LISTED ? [`    … and ${findings.length - LISTED} more`] : []),
    ...(unrun > 0 ? [`    ${unrun} cases did not run before the deadline.`] : []),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
