import type { Message } from '@chat/client';
import { cardsOf, interactiveOf, orderOf, partsOf, previewOf, reactionOf } from './content.rules';

const message = (members: Partial<Message>) =>
  ({
    type: 'text',
    message: null,
    media: null,
    location: null,
    interactive: null,
    deleted_at: null,
    ...members,
  }) as Message;

describe('the content of a message', () => {
  it.each([
    ['its text', message({ message: 'Hello' }), { kind: 'text', text: 'Hello' }],
    [
      'a voice note',
      message({ type: 'audio', media: { ptt: true } as Message['media'] }),
      { kind: 'voice', text: null },
    ],
    [
      'the name of a document without a caption',
      message({ type: 'document', media: { filename: 'a.pdf' } as Message['media'] }),
      { kind: 'document', text: 'a.pdf' },
    ],
    [
      'nothing of a deleted message',
      message({ message: 'x', deleted_at: '2026-01-01T00:00:00.000+00:00' }),
      { kind: 'deleted', text: null },
    ],
    [
      'the emoji of a reaction',
      message({ type: 'reaction', interactive: { emoji: '👍', message_id: 'a' } }),
      { kind: 'reaction', text: '👍' },
    ],
  ])('is shown in one line by %s', (_, given, preview) => {
    expect(previewOf(given)).toEqual(preview);
  });

  it('is read from whatever the network sent, which may be anything', () => {
    const odd = {
      contacts: [null, 3, { name: 'x', phones: 'y' }],
      order: [],
      action: { buttons: [{}], sections: 7 },
    };
    const given = message({ interactive: odd });
    expect(cardsOf(given)).toEqual([{ name: '', phones: [] }]);
    expect(orderOf(given)).toEqual({ items: 0, text: null });
    expect(interactiveOf(given)).toEqual({ header: null, footer: null, labels: [] });
    expect(reactionOf(message({ interactive: null }))).toBeNull();
  });

  it.each([
    ['see https://a.example/x?y=1.', ['see ', ['https://a.example/x?y=1'], '.']],
    ['(http://a.example)', ['(', ['http://a.example'], ')']],
    ['javascript:alert(1) data:text/html,x', ['javascript:alert(1) data:text/html,x']],
    ['<a href="https://a.example">x</a>', ['<a href="', ['https://a.example'], '">x</a>']],
    ['https://', ['https://']],
    ['', []],
  ])('leads only to http and https: %s', (text, parts) => {
    expect(partsOf(text).map(({ text: shown, href }) => (href === undefined ? shown : [href]))).toEqual(
      parts,
    );
  });
});
