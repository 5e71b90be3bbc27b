import type { Entry } from '../envelopes/entry';
import { momentOf, textOf } from '../envelopes/envelope.rules';
import { personOf } from '../envelopes/person.rules';
import type { ProviderPerson } from '../provider/provider-person';

/** A person's choice to stop or resume marketing messages. */
export interface Preference extends ProviderPerson {
  optedOut: boolean;
  at: Date;
}

/** Whether each choice refuses marketing messages. `signup`: the person asked for them by a link of the business. */
const choices: ReadonlyMap<string, boolean> = new Map([
  ['stop', true],
  ['resume', false],
  ['signup', false],
]);

/** Returns null for other kinds of preferences, and if nobody is named. */
export function readPreference(
  entry: Pick<Entry, 'item' | 'contacts' | 'isAlone'>,
  now: Date,
): Preference | null {
  const { category, value, wa_id, user_id, timestamp } = entry.item;
  const optedOut = choices.get(textOf(value));
  const { phone, providerUserId } = personOf({ number: wa_id, userId: user_id }, entry);
  if (category !== 'marketing_messages' || optedOut === undefined) return null;
  if (phone === null && providerUserId === null) return null;
  return { phone, providerUserId, optedOut, at: momentOf(timestamp) ?? now };
}
