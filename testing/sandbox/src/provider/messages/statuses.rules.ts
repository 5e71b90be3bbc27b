import { callbackError } from '../graph/error-table';

export interface StatusFacts {
  status: 'sent' | 'delivered' | 'read' | 'failed';
  wamid: string;
  waId: string;
  userId: string;
  /** The business's own reference to the message, which is part of every status. */
  reference: string | null;
  /** Epoch milliseconds. */
  at: number;
  /** The billing category of the message. */
  category: string;
  isBillable: boolean;
  /** Only for a failure. */
  code?: number;
  details?: string;
}

const DAY_SECONDS = 24 * 60 * 60;

/** One entry of `statuses`. */
export function toStatus(facts: StatusFacts): object {
  const { status, wamid, waId, userId, reference, at, code } = facts;
  const timestamp = Math.floor(at / 1000);
  return {
    id: wamid,
    status,
    timestamp: String(timestamp),
    recipient_id: waId,
    recipient_user_id: userId,
    ...(reference !== null && { biz_opaque_callback_data: reference }),
    ...(status === 'failed'
      ? { errors: [callbackError(code ?? 131000, facts.details)] }
      : conversation(facts, timestamp)),
  };
}

function conversation({ status, wamid, category, isBillable }: StatusFacts, timestamp: number): object {
  if (status === 'read') return {};
  return {
    conversation: {
      id: Buffer.from(wamid).toString('hex').slice(-32),
      ...(status === 'sent' && { expiration_timestamp: String(timestamp + DAY_SECONDS) }),
      origin: { type: category },
    },
    pricing: {
      billable: isBillable,
      pricing_model: 'PMP',
      type: isBillable ? 'regular' : 'free_customer_service',
      category,
    },
  };
}

/** Returns the billing of a message: a template by its category, everything else as service. */
export function billingOf(templateCategory: string | null): { category: string; isBillable: boolean } {
  return { category: templateCategory?.toLowerCase() ?? 'service', isBillable: templateCategory !== null };
}
