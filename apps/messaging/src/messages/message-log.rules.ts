import type { MessageState } from './message-status.rules';

/** A log line about a step of a message. */
export interface StepLine {
  level: 'info' | 'warn';
  text: string;
}

/**
 * Returns the line for a step that somebody may ask about later; null for a step on the usual way. A message that fails
 * at once is told to its sender; one that fails later has nobody waiting for it, so that is a warning.
 */
export function lineOfStep(from: MessageState, to: MessageState): StepLine | null {
  switch (to) {
    case 'failed':
      return from === 'sending'
        ? { level: 'info', text: 'a message failed' }
        : { level: 'warn', text: 'a message failed later' };
    case 'unknown':
      return { level: 'warn', text: 'the outcome of a message is unknown' };
    case 'sending':
    case 'sent':
    case 'delivered':
    case 'read':
      return from === 'unknown' ? { level: 'info', text: 'the outcome of a message is known now' } : null;
  }
}
