import type { ProviderPerson } from '../provider/provider-person';
import { firstCodePoints } from './code-points.rules';
import type { Entry } from './entry';
import { textOf } from './envelope.rules';

type Json = Record<string, unknown>;

/** Whom a change names. */
export type Named = Pick<Entry, 'contacts' | 'isAlone'>;

export const MAX_ID_LENGTH = 200;

/** Completes what an entry says of a person with what its change does. */
export function personOf(
  given: { number: unknown; userId: unknown },
  named: Named,
): ProviderPerson & { contact: Json | undefined } {
  const [number, userId] = [textOf(given.number), textOf(given.userId)];
  const contact = contactOf({ number, userId }, named);
  return {
    phone: digitsOf(number) ?? digitsOf(textOf(contact?.wa_id)),
    providerUserId: firstCodePoints(userId || textOf(contact?.user_id), MAX_ID_LENGTH) || null,
    contact,
  };
}

/** The description with the same number or id, or the only one beside an entry that is alone, unless it is of another. */
function contactOf(
  { number, userId }: { number: string; userId: string },
  { contacts, isAlone }: Named,
): Json | undefined {
  const isThem = ({ wa_id, user_id }: Json) =>
    (number !== '' && textOf(wa_id) === number) || (userId !== '' && textOf(user_id) === userId);
  const isOther = ({ wa_id, user_id }: Json) =>
    differ(textOf(wa_id), number) || differ(textOf(user_id), userId);
  const [only] = isAlone && contacts.length === 1 ? contacts : [];
  return contacts.find(isThem) ?? (only && !isOther(only) ? only : undefined);
}

function differ(one: string, other: string): boolean {
  return one !== '' && other !== '' && one !== other;
}

function digitsOf(text: string): string | null {
  return /^\d{5,15}$/.test(text) ? text : null;
}
