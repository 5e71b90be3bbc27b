import { judgeRestored, type Restored } from './restored.rules';

const good: Restored = {
  promised: [{ what: 'message 1', key: 'message/1' }],
  stored: new Set(['message/1', 'message/2']),
  sends: [
    { id: 1, status: 'delivered', chatMessageId: 'a' },
    { id: 2, status: 'unknown', chatMessageId: 'b' },
  ],
  taken: [
    { label: 'send 1', chatMessageId: 'a' },
    { label: null, chatMessageId: 'c' },
    { label: null, chatMessageId: 'd' },
  ],
};

describe('judgeRestored', () => {
  it.each<[string, Partial<Restored>, object[]]>([
    ['nothing of an installation that has what it promised', {}, []],
    ['what was promised and is gone', { stored: new Set(['message/2']) }, [{ kind: 'lost' }]],
    [
      'a send that nobody settled',
      { sends: [{ id: 2, status: 'sending', chatMessageId: null }] },
      [{ kind: 'unsettled' }],
    ],
    [
      'a text that a network took twice',
      { taken: [...good.taken, { label: 'send 1', chatMessageId: 'e' }] },
      [{ kind: 'double', what: 'send 1 went out 2 times' }],
    ],
  ])('says %s', (_case, change, findings) => {
    expect(judgeRestored({ ...good, ...change })).toMatchObject(findings);
  });
});
