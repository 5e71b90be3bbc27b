import type { Finding } from './finding';

/** What a client was told of a send. */
export interface SendCall {
  /** Names the send in findings. */
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

/** A send that the network took. */
export interface TakenSend {
  /** The id of our message. */
  readonly reference: number;
  readonly chatMessageId: string;
}

export interface SendLedgers {
  readonly calls: readonly SendCall[];
  readonly stored: readonly StoredSend[];
  readonly taken: readonly TakenSend[];
}

/** Joins what clients, the database and the network know of sends, once all of them are settled. */
export function judgeSends({ calls, stored, taken }: SendLedgers): Finding[] {
  const byId = new Map(stored.map((message) => [message.id, message]));
  const takenOf = groupByReference(taken);
  return [
    ...calls.flatMap((call) => judgeCall(call, byId, takenOf)),
    ...stored.flatMap((message) => judgeStored(message, takenOf.get(message.id) ?? [])),
    ...[...takenOf.keys()]
      .filter((id) => !byId.has(id))
      .map((id) => wrong('lost', `the network took a message ${id} that is not stored`)),
  ];
}

function judgeCall(
  { label, status, code, messageId, chatMessageId }: SendCall,
  byId: ReadonlyMap<number, StoredSend>,
  takenOf: ReadonlyMap<number, readonly TakenSend[]>,
): Finding[] {
  if (status === 201) {
    const message = messageId === null ? undefined : byId.get(messageId);
    if (!message) return [wrong('lost', `${label} was answered 201 and is not stored`)];
    if (message.chatMessageId !== chatMessageId)
      return [wrong('wrong', `${label} was answered another chat_message_id than is stored`)];
    if (!takenOf.has(message.id))
      return [wrong('lost', `${label} was answered 201 and never reached the network`)];
    return [];
  }
  // What is refused in clear words may be sent again by the client: it must not have gone out.
  const isClean = status !== null && code !== 'provider_outcome_unknown' && code !== 'server_error';
  if (isClean && messageId !== null && takenOf.has(messageId))
    return [wrong('double', `${label} was refused (${code}) and went out all the same`)];
  return [];
}

function judgeStored({ id, status }: StoredSend, taken: readonly TakenSend[]): Finding[] {
  if (taken.length > 1) return [wrong('double', `message ${id} went out ${taken.length} times`)];
  const wasTaken = taken.length === 1;
  switch (status) {
    case 'sending':
      return [wrong('unsettled', `message ${id} is still sending`)];
    case 'sent':
    case 'unknown':
      // Its receipt says that it arrived, and receipts come until they are taken.
      return wasTaken ? [wrong('lost', `message ${id} is ${status}, though its recipient has it`)] : [];
    case 'delivered':
    case 'read':
      return wasTaken ? [] : [wrong('wrong', `message ${id} is ${status}, and the network never took it`)];
    case 'failed':
      return wasTaken ? [wrong('double', `message ${id} is failed, and went out all the same`)] : [];
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
