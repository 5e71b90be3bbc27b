import type { ReceiptLevel } from '@chat/contracts/connector';
import { toProviderError } from '../provider/answer.rules';
import type { ProviderErrorBody } from '../provider/provider-error';
import { firstCodePoints } from './code-points.rules';
import { momentOf, objectsIn, textOf } from './envelope.rules';
import { MAX_ID_LENGTH } from './inbound.rules';

type Json = Record<string, unknown>;

/** How one of our messages fares, as the provider reports it. */
export interface Status {
  chatMessageId: string;
  /** Our own id of the message; null where the provider does not say it. */
  messageId: number | null;
  level: ReceiptLevel;
  at: Date;
  /** With `failed`. */
  error: ProviderErrorBody | null;
  /** Whether the message was billed. */
  isBilled: boolean;
  /** Whom it was sent to, in digits, where it is known. */
  recipient: string | null;
  /** What the provider calls the receiver; null where it does not say. */
  providerUserId: string | null;
}

/** The provider's words for how far a message is. `played` is heard of voice messages, and means more than read. */
const levels: ReadonlyMap<string, ReceiptLevel> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
]);

/** The bit by which a level is remembered as told. */
export const levelBits: Readonly<Record<ReceiptLevel, number>> = {
  sent: 1,
  delivered: 2,
  read: 4,
  failed: 8,
};

/**
 * Null for what says nothing of a message, such as a status of a later version.
 * @param contacts the people whom its change names.
 */
export function readStatus(status: Json, contacts: Json[], now: Date): Status | null {
  const chatMessageId = textOf(status.id);
  const level = levels.get(textOf(status.status));
  if (!level || chatMessageId === '') return null;
  const [error = null] = objectsIn(status.errors).map(toProviderError);
  const pricing = status.pricing as Json | null | undefined;
  const recipient = textOf(status.recipient_id);
  return {
    chatMessageId,
    messageId: idOf(status.biz_opaque_callback_data),
    level,
    at: momentOf(status.timestamp) ?? now,
    error,
    isBilled: pricing?.billable === true,
    recipient: /^\d{5,15}$/.test(recipient) ? recipient : null,
    providerUserId: userIdOf(status, contacts),
  };
}

/** The status names the receiver, or one of the contacts has the same number. */
function userIdOf({ recipient_user_id, recipient_id }: Json, contacts: Json[]): string | null {
  const number = textOf(recipient_id);
  const isReceiver = ({ wa_id }: Json) => number !== '' && textOf(wa_id) === number;
  const userId = textOf(recipient_user_id) || textOf(contacts.find(isReceiver)?.user_id);
  return firstCodePoints(userId, MAX_ID_LENGTH) || null;
}

function idOf(given: unknown): number | null {
  const id = typeof given === 'string' && /^[1-9]\d{0,15}$/.test(given) ? Number(given) : NaN;
  return Number.isSafeInteger(id) ? id : null;
}
