import { Bool, Id, ListOf, Nested, Nullable, OneOf, Optional, Verbatim } from '..';

/** What is checked: of the installation, then of a number. */
export const providerChecks = [
  ...(['settings', 'app', 'sign_up', 'fields', 'callback'] as const),
  ...(['token', 'subscription', 'number'] as const),
] as const;
export type ProviderCheck = (typeof providerChecks)[number];

/** `warning`: it works, but not for everything, or not for long. `unknown`: it could not be checked. */
export const checkResults = ['ok', 'warning', 'problem', 'unknown'] as const;
export type CheckResult = (typeof checkResults)[number];

/** One thing that was checked. */
export class ProviderFinding {
  @OneOf(providerChecks) check!: ProviderCheck;
  @OneOf(checkResults) result!: CheckResult;
  /** What is so. */
  @Verbatim() message!: string;
  /** What to do about it. */
  @Nullable() @Verbatim() advice!: string | null;
}

export class ProviderFindings {
  @ListOf(() => ProviderFinding) findings!: ProviderFinding[];
}

/** The place of a number in the order of accounts and channels. */
export class NumberPlace {
  @Id() account_id!: number;
  @Id() channel_id!: number;
}

export class CheckNumbers {
  /** Only the numbers of this account. */
  @Optional() @Id() account_id?: number;
  /** The last number of the page before. */
  @Optional() @Nested(() => NumberPlace) after?: NumberPlace;
  /** Whether accounts at the provider whose callbacks do not arrive, or elsewhere, are subscribed to again. */
  @Optional() @Bool() resubscribe?: boolean;
}

/** What was found about a number: one thing if all is well. */
export class CheckedNumber extends NumberPlace {
  @ListOf(() => ProviderFinding) findings!: ProviderFinding[];
}

/** How many numbers one request checks at most. */
export const MAX_CHECKED_NUMBERS = 10;

export class CheckedNumbers {
  @ListOf(() => CheckedNumber) numbers!: CheckedNumber[];
}
