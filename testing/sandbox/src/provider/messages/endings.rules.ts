/** A fault caused by the recipient's number, without any prior control call. */
export type EndingFault =
  | { kind: 'refuse'; code: number; attempts: number | null }
  | { kind: 'fail'; code: number }
  | { kind: 'accept_then_reset' }
  | { kind: 'accept_then_hang' };

const refuse = (code: number, attempts: number | null = null): EndingFault => ({
  kind: 'refuse',
  code,
  attempts,
});
const fail = (code: number): EndingFault => ({ kind: 'fail', code });

const endings: Readonly<Record<string, EndingFault>> = {
  '0047': fail(131047),
  '1047': refuse(131047),
  '0042': fail(131042),
  '1042': refuse(131042),
  '0049': fail(131049),
  '0050': fail(131050),
  '0026': fail(131026),
  '0429': refuse(130429, 2),
  '0056': refuse(131056),
  '0190': refuse(190),
  '0500': refuse(131000),
  '0998': { kind: 'accept_then_reset' },
  '0999': { kind: 'accept_then_hang' },
};

/** Returns the fault for the last four digits of a number; null for most numbers. */
export function faultOfNumber(digits: string): EndingFault | null {
  return endings[digits.slice(-4)] ?? null;
}
