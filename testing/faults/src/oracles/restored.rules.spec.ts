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
    ['nothing for an installation that has everything promised', {}, []],
    ['something promised that is missing', { stored: new Set(['message/2']) }, [{ kind: 'lost' }]],
    [
      'an unsettled send',
      { sends: [{ id: 2, status: 'sending', chatMessageId: null }] },
      [{ kind: 'unsettled' }],
    ],
    [
      'a text that a network accepted twice',
      { taken: [...good.taken, { label: 'send 1', chatMessageId: 'e' }] },
      [{ kind: 'double', what: 'send 1 was sent 2 times' }],
    ],
  ])('reports %s', (_case, change, findings) => {
    expect(judgeRestored({ ...good, ...change })).toMatchObject(findings);
  });
});
