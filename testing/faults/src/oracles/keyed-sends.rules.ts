import type { Finding } from './finding';

/** The result of a request with an Idempotency-Key for the client. */
export interface KeyedCall {
  /** The text of the message, which belongs to one key. */
  readonly label: string;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly messageId: number | null;
  readonly chatMessageId: string | null;
}

/** A message that the network accepted. */
export interface TakenText {
  readonly label: string;
  readonly chatMessageId: string;
}

/** Compares what clients and the network know of repeated requests with one key each. */
export function judgeKeyedSends(calls: readonly KeyedCall[], taken: readonly TakenText[]): Finding[] {
  const labels = [...new Set([...calls, ...taken].map(({ label }) => label))];
  return labels.flatMap((label) =>
    judgeKey(
      label,
      calls.filter((call) => call.label === label && call.status === 201),
      taken.filter((text) => text.label === label),
    ),
  );
}

function judgeKey(label: string, answered: readonly KeyedCall[], taken: readonly TakenText[]): Finding[] {
  if (taken.length > 1) return [{ kind: 'double', what: `${label} was sent ${taken.length} times` }];
  const [first] = answered;
  if (!first) return [];
  if (answered.some(({ messageId }) => messageId !== first.messageId)) {
    return [{ kind: 'wrong', what: `${label} was answered with several messages` }];
  }
  if (taken.length === 0) {
    return [{ kind: 'lost', what: `${label} was answered 201 and never reached the network` }];
  }
  if (answered.some(({ chatMessageId }) => chatMessageId !== taken[0]!.chatMessageId)) {
    return [{ kind: 'wrong', what: `${label} was answered another chat_message_id than the network has` }];
  }
  return [];
}
