import { storableText } from '../provider/answer.rules';
import type { NumberDescription } from './number.row';

/** The version of the provider's API from which on limits belong to the business, by a field of another name. */
const BUSINESS_LIMIT_VERSION = 24;
/** The provider's words for a quality that it does not know yet. */
const unknownWords: readonly string[] = ['', 'UNKNOWN', 'NA'];

/** The field that has the messaging limit of a number, in a version of the provider's API such as `v23.0`. */
export function limitField(version: string): string {
  return parseInt(version.slice(1), 10) >= BUSINESS_LIMIT_VERSION
    ? 'whatsapp_business_manager_messaging_limit'
    : 'messaging_limit_tier';
}

/** Reads a number as the provider describes it. */
export function toDescription(number: Record<string, unknown>, limit: string): NumberDescription {
  return {
    quality_rating: wordOf(number.quality_rating),
    messaging_limit: wordOf(number[limit]),
    name_status: wordOf(number.name_status),
  };
}

/** A word of the provider; null if it says that it does not know. */
export function wordOf(value: unknown): string | null {
  const word = typeof value === 'string' ? storableText(value).slice(0, 100) : '';
  return unknownWords.includes(word) ? null : word;
}
