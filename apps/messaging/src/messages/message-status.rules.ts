import type { MessageStatus } from '@chat/contracts/messaging';

/** The state of a message. `sending`: the connector has it and the outcome is not known yet. */
export type MessageState = 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'unknown';

/** The states that are published, each once. */
export type PublishedState = 'sent' | 'delivered' | 'read' | 'failed';

/** The possible next states. A message only moves forward; `read` and `failed` are final. */
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

/**
 * The states that a step implies: a message that was read was also sent and delivered, even if this was never reported.
 */
export function statesPassed(from: MessageState, to: MessageState): PublishedState[] {
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

/** Whether the media of a message is unavailable: a message that did not fail has no other error. */
export function isMediaLost({ status, error }: { status: MessageState; error: object | null }): boolean {
  return error !== null && status !== 'failed';
}

/** The public status. */
export function toStatus(state: MessageState): MessageStatus {
  return state === 'sending' ? 'queued' : state;
}

function indexOf(state: MessageState): number {
  return milestones.findIndex((milestone) => milestone === state);
}
