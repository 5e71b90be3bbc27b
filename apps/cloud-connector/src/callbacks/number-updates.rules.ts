import { textOf } from '../envelopes/envelope.rules';
import { wordOf } from '../numbers/description.rules';
import type { NumberDescription } from '../numbers/number.row';

type Json = Record<string, unknown>;

/** What a callback tells of one number of an account, or of all. */
export interface NumberReport {
  /** The number; null: all of the account. */
  digits: string | null;
  description: Partial<NumberDescription>;
}

/** The provider's words for a name that it did not accept. */
const refusedNames: readonly string[] = ['REJECTED', 'DECLINED'];

/** Reads a `phone_number_quality_update`. */
export function qualityOf(value: Json): NumberReport {
  const limit = limitOf(value.current_limit) ?? limitOf(value.max_daily_conversations_per_business);
  return { digits: digitsOf(value), description: { ...(limit !== null && { messaging_limit: limit }) } };
}

/** Reads a `phone_number_name_update`, whose decision becomes the status of the name. */
export function nameOf(value: Json): NumberReport {
  const decision = wordOf(value.decision);
  const status = decision !== null && refusedNames.includes(decision) ? 'DECLINED' : decision;
  return { digits: digitsOf(value), description: { ...(status !== null && { name_status: status }) } };
}

/** Reads a `business_capability_update`, which concerns all numbers of the business. */
export function capabilityOf(value: Json): NumberReport {
  const limit = limitOf(value.max_daily_conversations_per_business);
  return { digits: null, description: { ...(limit !== null && { messaging_limit: limit }) } };
}

/** A limit in the provider's words; older callbacks give counts of people, which no field of a number shows. */
function limitOf(value: unknown): string | null {
  const word = wordOf(value);
  return word?.startsWith('TIER_') ? word : null;
}

function digitsOf({ display_phone_number: shown }: Json): string {
  return textOf(shown).replace(/\D/g, '');
}
