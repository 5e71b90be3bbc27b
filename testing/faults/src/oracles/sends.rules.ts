import type { Finding } from './finding';

/** The result of a send for the client. */
export interface SendCall {
  /** The text or the caption, which is unique. */
  readonly label: string;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly code: string | null;
  readonly messageId: number | null;
  readonly chatMessageId: string | null;
}

/** An outbound message as stored. */
export interface StoredSend {
  readonly id: number;
  readonly status: 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'unknown';
  readonly chatMessageId: string | null;
}

/** A send that a network accepted. */
export interface TakenSend {
  /** The id of our message. */
  readonly reference: number;
  readonly chatMessageId: string;
  /** Its text or caption. */
  readonly label: string | null;
  /** The digest of its bytes; null when it has none. */
  readonly sha256: string | null;
  /** Whether the recipient has read it, and the network has reported so. */
  readonly isRead: boolean;
}

/** All sends in the database and on the networks. */
export interface SendLedgers {
  readonly stored: readonly StoredSend[];
  readonly taken: readonly TakenSend[];
}

/** Compares the sends in the database with those on the networks, once all are settled. */
export function judgeSends({ stored, taken }: SendLedgers): Finding[] {
  const known = new Set(stored.map(({ id }) => id));
  const takenOf = groupByReference(taken);
  return [
    ...stored.flatMap((message) => judgeStored(message, takenOf.get(message.id) ?? [])),
    ...[...takenOf.keys()]
      .filter((id) => !known.has(id))
      .map((id) => wrong('lost', `the network took a message ${id} that is not stored`)),
  ];
}

/** Compares them with the results that clients got. */
export function judgeCalls(calls: readonly SendCall[], { stored, taken }: SendLedgers): Finding[] {
  const byId = new Map(stored.map((message) => [message.id, message]));
  const references = new Set(taken.map(({ reference }) => reference));
  const labels = new Set(taken.map(({ label }) => label));
  return calls.flatMap((call) =>
    call.status === 201
      ? judgeAnswered(call, byId, references)
      : judgeRefused(call, references.has(call.messageId ?? 0) || labels.has(call.label)),
  );
}

function judgeAnswered(
  { label, messageId, chatMessageId }: SendCall,
  byId: ReadonlyMap<number, StoredSend>,
  references: ReadonlySet<number>,
): Finding[] {
  const message = messageId === null ? undefined : byId.get(messageId);
  if (!message) return [wrong('lost', `${label} was answered 201 and is not stored`)];
  if (message.chatMessageId !== chatMessageId)
    return [wrong('wrong', `${label} was answered another chat_message_id than is stored`)];
  if (!references.has(message.id))
    return [wrong('lost', `${label} was answered 201 and never reached the network`)];
  return [];
}

/** After a clean refusal the client may send again, so the message must not have been sent. */
function judgeRefused({ label, status, code }: SendCall, wentOut: boolean): Finding[] {
  const isClean = status !== null && code !== 'provider_outcome_unknown' && code !== 'server_error';
  return isClean && wentOut
    ? [wrong('double', `${label} was refused (${code}) but was sent all the same`)]
    : [];
}

function judgeStored({ id, status }: StoredSend, taken: readonly TakenSend[]): Finding[] {
  if (taken.length > 1) return [wrong('double', `message ${id} was sent ${taken.length} times`)];
  const [send] = taken;
  switch (status) {
    case 'sending':
      return [wrong('unsettled', `message ${id} is still sending`)];
    case 'sent':
    case 'unknown':
      // The recipient has it, and receipts are repeated until they are accepted.
      return send ? [wrong('lost', `message ${id} is ${status}, though its recipient has it`)] : [];
    case 'delivered':
      if (send?.isRead) return [wrong('lost', `message ${id} is ${status}, though its recipient read it`)];
      return send ? [] : [wrong('wrong', `message ${id} is ${status}, and the network never took it`)];
    case 'read':
      return send ? [] : [wrong('wrong', `message ${id} is ${status}, and the network never took it`)];
    case 'failed':
      return send ? [wrong('double', `message ${id} is failed, but was sent all the same`)] : [];
  }
}

function groupByReference(taken: readonly TakenSend[]): Map<number, TakenSend[]> {
  const groups = new Map<number, TakenSend[]>();
  for (const send of taken) groups.set(send.reference, [...(groups.get(send.reference) ?? []), send]);
  return groups;
}

function wrong(kind: Finding['kind'], what: string): Finding {
  return { kind, what };
}
