import { judgeKeyedSends, type KeyedCall } from './keyed-sends.rules';

const call = (changes: Partial<KeyedCall> = {}): KeyedCall => ({
  label: 'keyed 1',
  status: 201,
  messageId: 1,
  chatMessageId: 'A',
  ...changes,
});
const noAnswer = call({ status: null, messageId: null, chatMessageId: null });
const taken = { label: 'keyed 1', chatMessageId: 'A' };
const other = { label: 'keyed 2', chatMessageId: 'B' };

describe('judgeKeyedSends', () => {
  it.each([
    ['one message and the same answer to all', [call(), call()], [taken]],
    ['no answer, but one message', [noAnswer, noAnswer], [taken]],
    ['no answer, and none', [noAnswer], []],
    ['an answer after a missing one', [noAnswer, call()], [taken]],
    ['the messages of two keys', [call()], [taken, other]],
  ])('accepts %s', (_, calls, texts) => {
    expect(judgeKeyedSends(calls, texts)).toEqual([]);
  });

  it.each([
    ['double', 'two messages of one key', [noAnswer], [taken, { ...taken, chatMessageId: 'B' }]],
    ['wrong', 'two messages in the answers', [call(), call({ messageId: 2 })], [taken]],
    ['wrong', 'another id than on the network', [call({ chatMessageId: 'B' })], [taken]],
    ['lost', 'an answer without a message', [call()], [other]],
  ])('reports %s: %s', (kind, _, calls, texts) => {
    expect(judgeKeyedSends(calls, texts).map((finding) => finding.kind)).toEqual([kind]);
  });
});
