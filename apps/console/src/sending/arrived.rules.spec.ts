import type { Message } from '@chat/client';
import { withoutMessage } from './arrived.rules';

const sent = (sequence: number, message: string, members: Partial<Message> = {}) =>
  ({
    id: sequence,
    sequence,
    message,
    type: 'text',
    direction: 'outbound',
    author: { type: 'user' },
    ...members,
  }) as Message;
const parcel = (text: string) => ({ type: 'text' as const, text, afterSequence: 4 });

describe('what is on its way', () => {
  it('is not shown beside its own message', () => {
    expect(withoutMessage([parcel('Hello')], [sent(5, 'Hello')])).toEqual([]);
  });

  it.each([
    ['an earlier message', sent(4, 'Hello')],
    ['another text', sent(5, 'Hallo')],
    ['a message of another kind', sent(5, 'Hello', { type: 'image' })],
    ['what the customer wrote', sent(5, 'Hello', { direction: 'inbound', author: null })],
    ['what a program sent', sent(5, 'Hello', { author: { type: 'api_key', id: null, name: null } })],
  ])('is shown beside %s', (_, message) => {
    expect(withoutMessage([parcel('Hello')], [message])).toHaveLength(1);
  });

  it('is hidden by the message of a saved one, whose text only the server has', () => {
    const saved = { type: 'interactive' as const, text: null, other: {}, afterSequence: 4 };
    expect(withoutMessage([saved], [sent(5, 'Look', { type: 'interactive' })])).toEqual([]);
  });

  it('is hidden once for each message, where the same text was sent twice', () => {
    expect(withoutMessage([parcel('Hello'), parcel('Hello')], [sent(5, 'Hello')])).toHaveLength(1);
  });
});
