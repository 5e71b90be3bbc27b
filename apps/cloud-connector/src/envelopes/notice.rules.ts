import type { ContentOf } from '@chat/contracts/connector';
import { isObject } from '../provider/answer.rules';
import { firstCodePoints } from './code-points.rules';
import { textOf } from './envelope.rules';
import { wordsOf } from './inbound-content.rules';
import { MAX_ID_LENGTH } from './person.rules';

type Json = Record<string, unknown>;

/** Maximum length as JSON, since every list of messages carries it. */
const MAX_NOTICE_LENGTH = 8_192;

/**
 * Returns a `system` message: what it says, and the number and id by which the person is known from now on; null for any other
 * message. A changed number comes with a new id, and an id may change alone
 * (developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/system).
 */
export function readNotice(message: Json): ContentOf<'system'> | null {
  const { system } = message;
  if (message.type !== 'system' || !isObject(system) || textOf(system.type) === '') return null;
  const isShort = JSON.stringify(system).length <= MAX_NOTICE_LENGTH;
  return {
    type: 'system',
    text: wordsOf(system.body),
    system: isShort ? system : { type: firstCodePoints(textOf(system.type), MAX_ID_LENGTH) },
    ...newIdentityIn(system),
  };
}

/** The person of a notice before it, where the message itself does not name them. */
export function namedBefore(message: Json): { number: unknown; userId: unknown } {
  const system = message.type === 'system' && isObject(message.system) ? message.system : {};
  const { customer, wa_id: number, previous_user_id: userId } = system;
  return { number: customer ?? (textOf(userId) === '' ? number : ''), userId };
}

function newIdentityIn(system: Json): Pick<ContentOf<'system'>, 'new_phone' | 'new_provider_user_id'> {
  if (!/_changed_(number|user_id)$/.test(textOf(system.type))) return {};
  const phone = textOf(system.new_wa_id) || textOf(system.wa_id);
  const userId = firstCodePoints(textOf(system.user_id), MAX_ID_LENGTH);
  return {
    ...(/^\d{5,15}$/.test(phone) && { new_phone: phone }),
    ...(userId !== '' && { new_provider_user_id: userId }),
  };
}
