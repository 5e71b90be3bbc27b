import type { MessageStatus } from '@chat/contracts/messaging';

/** Where a message stands. `sending`: it is with the connector, and nobody knows yet what became of it. */
export type MessageState = 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'unknown';

/** The states that are told to the world, each once. */
export type ToldState = 'sent' | 'delivered' | 'read' | 'failed';

/** Where a message may go from each state. It only moves forward; `read` and `failed` are the end. */
const nextStates: Record<MessageState, readonly MessageState[]> = {
  sending: ['sent', 'delivered', 'read', 'failed', 'unknown'],
  unknown: ['sent', 'delivered', 'read', 'failed'],
  sent: ['delivered', 'read', 'failed'],
  delivered: ['read'],
  read: [],
  failed: [],
};

const milestones = ['sent', 'delivered', 'read'] as const;

/** The states from which `to` is a step forward. */
export function statesBefore(to: MessageState): MessageState[] {
  const states = Object.keys(nextStates) as MessageState[];
  return states.filter((state) => nextStates[state].includes(to));
}

/** What became true on the way: what is read was delivered and sent, even if nobody said so. */
export function statesPassed(from: MessageState, to: MessageState): ToldState[] {
  switch (to) {
    case 'sending':
    case 'unknown':
      return [];
    case 'failed':
      return ['failed'];
    case 'sent':
    case 'delivered':
    case 'read':
      return milestones.slice(indexOf(from) + 1, indexOf(to) + 1);
  }
}

/** Whether the media of a message cannot be had: a message that did not fail has no other error. */
export function isMediaLost({ status, error }: { status: MessageState; error: object | null }): boolean {
  return error !== null && status !== 'failed';
}

/** The status as clients see it. */
export function toStatus(state: MessageState): MessageStatus {
  return state === 'sending' ? 'queued' : state;
}

function indexOf(state: MessageState): number {
  return milestones.findIndex((milestone) => milestone === state);
}
