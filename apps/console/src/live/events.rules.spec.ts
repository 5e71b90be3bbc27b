import type { Conversation, Message, MessageEventData } from '@chat/client';
import { afterMessage, messageOf, staleAfter } from './events.rules';

const message = (id: number, members: Partial<Message> = {}) =>
  ({
    id,
    sequence: id,
    type: 'text',
    sent_at: `2026-01-01T00:00:0${id}Z`,
    updated_at: `2026-01-01T00:00:0${id}Z`,
    ...members,
  }) as Message;
const event = (one: Message): MessageEventData =>
  ({ message: one, contact: { name: 'Ada' }, conversation_id: 1 }) as MessageEventData;
const conversation = {
  id: 1,
  unread_count: 2,
  last_message: message(3),
  last_message_at: null,
  contact: {},
} as Conversation;

describe('an event of the stream', () => {
  it.each([
    ['device.connected', {}, ['channels', 'channel-status']],
    ['changed', { resource: 'devices' }, ['channels', 'channel-status']],
    ['changed', { resource: 'conversations' }, ['conversations', 'conversation']],
    ['changed', { resource: 'something new' }, []],
    ['ticket.created', {}, ['tickets']],
    ['webhook.disabled', {}, ['webhooks']],
    ['changed', { resource: 'webhooks' }, ['webhooks']],
    ['message.received', {}, []],
    ['something.new', null, []],
  ])('%s %j makes stale what it is about', (name, data, stale) => {
    expect(staleAfter(name, data)).toEqual(stale);
  });

  it('about a new message becomes the last one of its conversation, and unread if it came in', () => {
    const next = afterMessage(conversation, 'message.received', event(message(4)));
    expect([next.last_message!.id, next.unread_count, next.last_message_at]).toEqual([
      4,
      3,
      '2026-01-01T00:00:04Z',
    ]);
    expect(afterMessage(conversation, 'message.sent', event(message(4))).unread_count).toBe(2);
  });

  it('that comes late or twice changes nothing', () => {
    expect(afterMessage(conversation, 'message.received', event(message(2)))).toBe(conversation);
    const newer = {
      ...conversation,
      last_message: message(3, { status: 'read', updated_at: '2026-01-01T00:00:09Z' }),
    };
    expect(afterMessage(newer, 'message.delivered', event(message(3)))).toBe(newer);
  });

  it('about the last message shows it as it is now', () => {
    const read = message(3, { status: 'read', updated_at: '2026-01-01T00:00:09Z' });
    expect(afterMessage(conversation, 'message.read', event(read)).last_message!.status).toBe('read');
  });

  it('is about a message only if its name says so', () => {
    expect(messageOf({ name: 'device.connected', data: { data: {} } })).toBeNull();
  });
});
