import type { Message } from '@chat/client';
import { sentMeanwhile } from './meanwhile.rules';

const message = (sequence: number, members: Partial<Message> = {}) =>
  ({
    id: sequence,
    sequence,
    direction: 'outbound',
    type: 'text',
    author: { type: 'user', id: '2', name: 'Bea' },
    ...members,
  }) as Message;
const since = { afterSequence: 4, ownId: '1' };

describe('what somebody who writes is told that others sent', () => {
  it.each([
    ['a colleague', message(5)],
    ['a program', message(5, { author: { type: 'api_key', id: null, name: null } })],
    ['the phone', message(5, { author: { type: 'phone', id: null, name: null } })],
  ])('is what %s sent', (_, sent) => {
    expect(sentMeanwhile([message(3), sent], since)).toBe(sent);
  });

  it.each([
    ['was there before', message(4)],
    ['is their own', message(5, { author: { type: 'user', id: '1', name: 'Ada' } })],
    ['the customer wrote', message(5, { direction: 'inbound', author: null })],
    ['is only a reaction', message(5, { type: 'reaction' })],
  ])('is nothing that %s', (_, other) => {
    expect(sentMeanwhile([other], since)).toBeNull();
  });
});
