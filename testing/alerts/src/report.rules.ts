/** What became of one fault. */
export interface Outcome {
  readonly alert: string;
  readonly fault: string;
  /** After how long the alert fired; null if it did not. */
  readonly firedMs: number | null;
  /** After how long it ended again; null if it did not. */
  readonly clearedMs: number | null;
  /** Why nobody waited for its end. */
  readonly lasts: string | undefined;
  /** The other alerts that began to fire. */
  readonly raised: readonly string[];
  /** Those among them that the fault does not explain. */
  readonly unexpected: readonly string[];
}

/** @param isPatient on a busy machine, other alerts may fire for the lack of CPU. */
export function findingOf(outcome: Outcome, isPatient: boolean): string | null {
  const { firedMs, clearedMs, lasts, unexpected } = outcome;
  if (firedMs === null) return 'did not fire';
  if (clearedMs === null && lasts === undefined) return 'did not end';
  if (unexpected.length > 0 && !isPatient) return `also fired: ${unexpected.join(', ')}`;
  return null;
}

/** Describes the outcome: the alert and when it fired, the fault, what else fired, and what is wrong. */
export function formatOutcome(outcome: Outcome, isPatient: boolean): string {
  const { alert, fault, firedMs, clearedMs, lasts, raised } = outcome;
  const finding = findingOf(outcome, isPatient);
  const end = lasts === undefined ? `cleared ${secondsOf(clearedMs)}` : `lasts: ${lasts}`;
  return [
    `${finding === null ? 'ok  ' : 'FAIL'} ${alert.padEnd(24)} fired ${secondsOf(firedMs)}, ${end}`,
    `       ${fault}`,
    ...(raised.length > 0 ? [`       along with ${raised.join(', ')}`] : []),
    ...(finding === null ? [] : [`       ${finding}`]),
  ].join('\n');
}

function secondsOf(ms: number | null): string {
  return ms === null ? 'never' : `after ${(ms / 1000).toFixed(0).padStart(3)} s`;
}
