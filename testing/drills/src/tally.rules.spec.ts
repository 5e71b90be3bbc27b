import type { CallRecord } from '@chat/faults';
import { tallyOf } from './tally.rules';

const taken = (reference: number) => ({
  reference,
  chatMessageId: `chat-${reference}`,
  label: null,
  sha256: null,
  isRead: false,
});
const call = (startedAt: number, result: Partial<CallRecord> = {}): CallRecord => ({
  startedAt,
  endedAt: startedAt + 5,
  sentId: null,
  failure: null,
  ...result,
});

describe('tallyOf', () => {
  it('counts the acknowledged sends, those that arrived, and those that arrived twice', () => {
    const calls = [call(0, { sentId: 1 }), call(1, { sentId: 2 }), call(2, { sentId: 3 }), call(3)];
    expect(tallyOf(calls, [taken(1), taken(3), taken(3), taken(9)])).toEqual({
      acknowledged: 3,
      delivered: 2,
      double: 1,
      failed: {},
      failingMs: 0,
    });
  });

  it('counts failures by code, and measures from the first to the end of the last', () => {
    const calls = [
      call(0),
      call(10, { failure: 'service_unavailable' }),
      call(20),
      call(30, { failure: 'no answer' }),
      call(40, { failure: 'service_unavailable' }),
      call(50),
    ];
    const { failed, failingMs } = tallyOf(calls, []);
    expect(failed).toEqual({ service_unavailable: 2, 'no answer': 1 });
    expect(failingMs).toBe(35);
  });
});
