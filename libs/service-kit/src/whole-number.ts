import { makeValidator } from 'envalid';

/** The longest delay of a Node timer, in ms; with a longer one it fires immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A whole number within the inclusive bounds, in plain digits. */
export const whole = ({ min, max = LONGEST_TIMER_MS }: { min: number; max?: number }) =>
  makeValidator((input: string) => {
    const value = Number(input);
    if (!/^\d+$/.test(input) || value < min || value > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return value;
  });
