import type { MessagePricing, ReceiptLevel } from '@chat/contracts/connector';
import { isObject, toProviderError } from '../provider/answer.rules';
import type { ProviderErrorBody } from '../provider/provider-error';
import { readReference, type SendReference } from '../installation/send-reference.rules';
import { firstCodePoints } from '../envelopes/code-points.rules';
import { momentOf, objectsIn, textOf } from '../envelopes/envelope.rules';
import { MAX_ID_LENGTH, personOf, type Named } from '../envelopes/person.rules';
import type { ProviderPerson } from '../provider/provider-person';

type Json = Record<string, unknown>;

/** The status of one of our messages, as reported by the provider. */
export interface Status {
  chatMessageId: string;
  /** The reference of the message, if it has one that could be ours. */
  reference: SendReference | null;
  level: ReceiptLevel;
  at: Date;
  /** All that the provider gives, mostly with `failed`. */
  errors: ProviderErrorBody[];
  /** What the provider says of the price; null if nothing. */
  pricing: MessagePricing | null;
  /** Whether the message was billed. */
  isBilled: boolean;
  /** The receiver, as far as the provider says. */
  recipient: ProviderPerson;
}

/** The provider's names of the levels. `played` comes for voice messages, and implies read. */
const levels: ReadonlyMap<string, ReceiptLevel> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
]);

/** The bit that marks a level as reported. */
export const levelBits: Readonly<Record<ReceiptLevel, number>> = {
  sent: 1,
  delivered: 2,
  read: 4,
  failed: 8,
};

/**
 * Returns null for unknown statuses, such as those of a later API version.
 */
export function readStatus(status: Json, named: Named, now: Date): Status | null {
  const chatMessageId = textOf(status.id);
  const level = levels.get(textOf(status.status));
  if (!level || chatMessageId === '') return null;
  const errors = objectsIn(status.errors).flatMap((error) => toProviderError(error) ?? []);
  const pricing = isObject(status.pricing) ? status.pricing : null;
  const receiver = { number: status.recipient_id, userId: status.recipient_user_id };
  const { phone, providerUserId } = personOf(receiver, named);
  return {
    chatMessageId,
    reference: readReference(status.biz_opaque_callback_data),
    level,
    at: momentOf(status.timestamp) ?? now,
    errors,
    pricing: pricing && toPricing(pricing),
    isBilled: pricing?.billable === true,
    recipient: { phone, providerUserId },
  };
}

function toPricing({ category, type, pricing_model: model }: Json): MessagePricing {
  const wordOf = (value: unknown) => firstCodePoints(textOf(value), MAX_ID_LENGTH) || null;
  return { category: wordOf(category), type: wordOf(type), model: wordOf(model) };
}
