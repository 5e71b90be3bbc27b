import { lineOfStep } from './message-log.rules';
import type { MessageState } from './message-status.rules';

describe('the log line of a step', () => {
  it.each([
    ['sending', 'sent', null],
    ['sent', 'delivered', null],
    ['delivered', 'read', null],
    ['sending', 'failed', 'info: a message failed'],
    ['sent', 'failed', 'warn: a message failed later'],
    ['unknown', 'failed', 'warn: a message failed later'],
    ['sending', 'unknown', 'warn: the outcome of a message is unknown'],
    ['unknown', 'sent', 'info: the outcome of a message is known now'],
    ['unknown', 'read', 'info: the outcome of a message is known now'],
  ] as [MessageState, MessageState, string | null][])('from %s to %s is %s', (from, to, expected) => {
    const line = lineOfStep(from, to);
    expect(line && `${line.level}: ${line.text}`).toBe(expected);
  });
});
