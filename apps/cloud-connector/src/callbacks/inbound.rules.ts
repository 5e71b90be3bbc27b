import { isObject } from '../provider/answer.rules';
import { firstCodePoints } from './code-points.rules';
import { momentOf, textOf } from './envelope.rules';

type Json = Record<string, unknown>;

/** Who wrote a message, and under which id. */
export interface InboundEnvelope {
  chatMessageId: string;
  /** Digits; null when the provider hides the number. */
  from: string | null;
  providerUserId: string | null;
  name: string | null;
  /** Whether it is the provider that tells something of the sender, such as another number. */
  isNotice: boolean;
  /** What the message refers to, as the provider writes it. */
  context: object | null;
  sentAt: Date;
}

export const MAX_ID_LENGTH = 200;
const MAX_NAME_LENGTH = 200;
/** Of the JSON. What is longer is not kept: it goes with every message of a list. */
const MAX_CONTEXT_LENGTH = 2_048;

/**
 * The envelope of a message. Null when it names nobody or has no id: such a thing is no message.
 * @param contacts the people whom its change names.
 * @param now for a message without a time.
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
