import { isObject } from '../provider/answer.rules';
import { firstCodePoints } from './code-points.rules';
import { momentOf, textOf } from './envelope.rules';
import { namedBefore } from './notice.rules';
import { MAX_ID_LENGTH, personOf, type Named } from './person.rules';
import { referencesOf, type References } from './references.rules';

type Json = Record<string, unknown>;

/** The sender, id and context of a message. */
export interface InboundEnvelope {
  chatMessageId: string;
  /** Digits; null if the provider hides the number. */
  from: string | null;
  providerUserId: string | null;
  name: string | null;
  /** The user name that the sender chose. */
  username: string | null;
  /** Whether the sender wrote nothing: this tells of a changed number, or that a chat was opened. */
  isNotice: boolean;
  references: References;
  sentAt: Date;
}

const MAX_NAME_LENGTH = 200;
/** The types of what comes without that the sender wrote anything. */
const noticeTypes = ['system', 'request_welcome'];

/**
 * Returns the envelope of a message; null if it has no id or names nobody.
 * @param now the time for a message without one.
 */
export function readEnvelope(message: Json, named: Named, now: Date): InboundEnvelope | null {
  const chatMessageId = firstCodePoints(textOf(message.id), MAX_ID_LENGTH);
  const { from: sender, from_user_id: senderId } = message;
  const isNamed = textOf(sender) !== '' || textOf(senderId) !== '';
  const given = isNamed ? { number: sender, userId: senderId } : namedBefore(message);
  const { phone: from, providerUserId, contact } = personOf(given, named);
  if (chatMessageId === '' || (from === null && providerUserId === null)) return null;
  return {
    chatMessageId,
    from,
    providerUserId,
    name: profileOf(contact, 'name'),
    username: profileOf(contact, 'username'),
    isNotice: noticeTypes.includes(textOf(message.type)),
    references: referencesOf(message),
    sentAt: momentOf(message.timestamp) ?? now,
  };
}

/** Groups are not supported: a message to one is no message to us, whoever wrote it. */
export function isOfGroup({ group_id, recipient_type }: Json): boolean {
  return textOf(group_id) !== '' || recipient_type === 'group';
}

function profileOf(contact: Json | undefined, member: 'name' | 'username'): string | null {
  const profile = isObject(contact?.profile) ? contact.profile : {};
  return firstCodePoints(textOf(profile[member]), MAX_NAME_LENGTH) || null;
}
