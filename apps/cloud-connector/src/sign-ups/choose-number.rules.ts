/** A number that a token grants access to. */
export interface GrantedNumber {
  wabaId: string;
  phoneNumberId: string;
  isVerified: boolean;
  /** Whether it is active in the business app. */
  isInApp: boolean;
  /** Whether a channel of the installation has it. */
  isInUse: boolean;
}

/** The browser's hints about the number. */
export interface Hint {
  wabaId: string | null;
  phoneNumberId: string | null;
}

export type Choice =
  | { kind: 'chosen'; number: GrantedNumber }
  | { kind: 'refused'; reason: 'no_number' | 'number_not_verified' | 'several_numbers' };

/**
 * Chooses the number that a person signed up for. The browser's hints only narrow down what the token grants; a hint
 * that matches nothing is ignored.
 */
export function chooseNumber(
  granted: readonly GrantedNumber[],
  hint: Hint,
  { coexistence }: { coexistence: boolean },
): Choice {
  const narrowed = [
    (number: GrantedNumber) => number.phoneNumberId === hint.phoneNumberId,
    (number: GrantedNumber) => number.wabaId === hint.wabaId,
    (number: GrantedNumber) => number.isInApp === coexistence,
    (number: GrantedNumber) => !number.isInUse,
  ].reduce((numbers, isMeant) => someOf(numbers, isMeant), granted);
  const [number, ...others] = narrowed;
  if (!number) return { kind: 'refused', reason: 'no_number' };
  if (others.length > 0) return { kind: 'refused', reason: 'several_numbers' };
  return number.isVerified ? { kind: 'chosen', number } : { kind: 'refused', reason: 'number_not_verified' };
}

/** Returns the matching numbers; all if none matches. */
function someOf(
  numbers: readonly GrantedNumber[],
  isMeant: (number: GrantedNumber) => boolean,
): readonly GrantedNumber[] {
  const meant = numbers.filter(isMeant);
  return meant.length > 0 ? meant : numbers;
}
