import type { Finding } from './finding';

/** What a client was told of a send. */
export interface SendCall {
  /** The text or the caption, which no other send has. */
  readonly label: string;
  /** Null: there was no answer. */
  readonly status: number | null;
  readonly code: string | null;
  readonly messageId: number | null;
  readonly chatMessageId: string | null;
}

/** An outbound message as it is stored. */
export interface StoredSend {
  readonly id: number;
  readonly status: 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'unknown';
  readonly chatMessageId: string | null;
}

/** A send that a network took. */
export interface TakenSend {
  /** The id of our message. */
  readonly reference: number;
  readonly chatMessageId: string;
  /** Its text or caption. */
  readonly label: string | null;
  /** Of its bytes; null where it has none. */
  readonly sha256: string | null;
  /** Whether its recipient has read it, and the network has said so. */
  readonly isRead: boolean;
}

/** What the database and the networks know of all sends. */
export interface SendLedgers {
  readonly stored: readonly StoredSend[];
  readonly taken: readonly TakenSend[];
}

/** Joins what the database and the networks know of sends, once all of them are settled. */
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

/** Joins with that what clients were told of some of the sends. */
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

/** What is refused in clear words may be sent again by the client: it must not have gone out. */
function judgeRefused({ label, status, code }: SendCall, wentOut: boolean): Finding[] {
  const isClean = status !== null && code !== 'provider_outcome_unknown' && code !== 'server_error';
  return isClean && wentOut
    ? [wrong('double', `${label} was refused (${code}) and went out all the same`)]
    : [];
}

function judgeStored({ id, status }: StoredSend, taken: readonly TakenSend[]): Finding[] {
  if (taken.length > 1) return [wrong('double', `message ${id} went out ${taken.length} times`)];
  const [send] = taken;
  switch (status) {
    case 'sending':
      return [wrong('unsettled', `message ${id} is still sending`)];
    case 'sent':
    case 'unknown':
      // Its receipt says that it arrived, and receipts come until they are taken.
      return send ? [wrong('lost', `message ${id} is ${status}, though its recipient has it`)] : [];
    case 'delivered':
      if (send?.isRead) return [wrong('lost', `message ${id} is ${status}, though its recipient read it`)];
      return send ? [] : [wrong('wrong', `message ${id} is ${status}, and the network never took it`)];
    case 'read':
      return send ? [] : [wrong('wrong', `message ${id} is ${status}, and the network never took it`)];
    case 'failed':
      return send ? [wrong('double', `message ${id} is failed, and went out all the same`)] : [];
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
