import { isObject } from '../provider/answer.rules';
import { firstCodePoints } from './code-points.rules';
import { momentOf, textOf } from './envelope.rules';

type Json = Record<string, unknown>;

/** The sender, id and context of a message. */
export interface InboundEnvelope {
  chatMessageId: string;
  /** Digits; null if the provider hides the number. */
  from: string | null;
  providerUserId: string | null;
  name: string | null;
  /** Whether this is a notice by the provider about the sender, such as a changed number. */
  isNotice: boolean;
  /** What the message replies to, as the provider writes it. */
  context: object | null;
  sentAt: Date;
}

export const MAX_ID_LENGTH = 200;
const MAX_NAME_LENGTH = 200;
/** Maximum length of the context as JSON. A longer one is dropped, since every list of messages would carry it. */
const MAX_CONTEXT_LENGTH = 2_048;

/**
 * Returns the envelope of a message; null if it has no id or names nobody.
 * @param contacts the people named in its change.
 * @param now the time for a message without one.
 */
export function readEnvelope(message: Json, contacts: Json[], now: Date): InboundEnvelope | null {
  const chatMessageId = firstCodePoints(textOf(message.id), MAX_ID_LENGTH);
  const from = digitsOf(message.from);
  const given = textOf(message.from_user_id);
  const contact =
    contacts.find(
      ({ wa_id, user_id }) => (from !== null && wa_id === from) || (given !== '' && user_id === given),
    ) ?? (contacts.length === 1 ? contacts[0] : undefined);
  const userId = firstCodePoints(given || textOf(contact?.user_id), MAX_ID_LENGTH) || null;
  if (chatMessageId === '' || (from === null && userId === null)) return null;
  return {
    chatMessageId,
    from,
    providerUserId: userId,
    name: nameOf(contact),
    isNotice: textOf(message.type) === 'system',
    context: contextOf(message),
    sentAt: momentOf(message.timestamp) ?? now,
  };
}

function digitsOf(value: unknown): string | null {
  const text = textOf(value);
  return /^\d{5,15}$/.test(text) ? text : null;
}

function contextOf({ context }: Json): object | null {
  if (!isObject(context) || Object.keys(context).length === 0) return null;
  return JSON.stringify(context).length <= MAX_CONTEXT_LENGTH ? context : null;
}

function nameOf(contact: Json | undefined): string | null {
  const profile = contact?.profile as Json | undefined;
  return firstCodePoints(textOf(profile?.name), MAX_NAME_LENGTH) || null;
}
