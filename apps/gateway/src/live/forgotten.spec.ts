import type { CloudEvent } from '@chat/contracts';
import { contactDeleted } from '@chat/contracts/crm';
import { messageReceived, messageDeleted, conversationMerged } from '@chat/contracts/messaging';
import { exampleData, messageData } from '../testing/streamed-events';
import { messagesIn, withDeleted } from './deleted-content.rules';
import { Forgotten } from './forgotten';

const event = (data: object, more: object = {}) => ({ data, ...more }) as CloudEvent;

describe('what is forgotten', () => {
  it('is everything of a deleted channel, of that account only', () => {
    const forgotten = new Forgotten();
    forgotten.addChannel(1, 7, 1_000);
    expect(forgotten.concerns(1, event({}, { channelid: '7' }))).toBe(true);
    expect(forgotten.concerns(1, event({}, { channelid: '8' }))).toBe(false);
    expect(forgotten.concerns(1, event({}))).toBe(false);
    expect(forgotten.concerns(2, event({}, { channelid: '7' }))).toBe(false);
  });

  it('is everything that names a conversation or a contact of an erased person', () => {
    const forgotten = new Forgotten();
    forgotten.addPerson(1, { erasure_id: 1, conversation_ids: [31], contact_ids: [41] }, 1_000);
    expect(forgotten.concerns(1, event(messageData({ conversation_id: 31 })))).toBe(true);
    expect(forgotten.concerns(1, event({ ticket: { contact_id: 41, conversation_id: null } }))).toBe(true);
    expect(forgotten.concerns(1, event({ contact_id: 41, phone: '1' }, { type: contactDeleted.type }))).toBe(
      true,
    );
    expect(forgotten.concerns(1, event(messageData({ conversation_id: 32 })))).toBe(false);
  });

  it('is remembered until such events would be too late anyway', () => {
    const forgotten = new Forgotten();
    forgotten.addChannel(1, 7, 1_000);
    forgotten.expire(1_000);
    expect(forgotten.concerns(1, event({}, { channelid: '7' }))).toBe(true);
    forgotten.expire(1_001);
    expect(forgotten.concerns(1, event({}, { channelid: '7' }))).toBe(false);
  });
});

describe('the content of a deleted message', () => {
  const deleted = messageData({ id: 9, message: null }).message;

  it('is no part of the events about it any more', () => {
    const told = { type: messageReceived.type, data: messageData({ id: 9, message: 'secret' }) };
    expect(messagesIn(told)).toEqual([9]);
    expect(withDeleted(told, deleted)).toEqual({
      type: told.type,
      data: messageData({ id: 9, message: null }),
    });
    expect(messagesIn({ type: messageDeleted.type, data: messageData({ id: 9 }) })).toEqual([9]);
  });

  it('is no part of conversations whose last message it was', () => {
    const merged = exampleData(conversationMerged);
    const last_message = messageData({ id: 9, message: 'secret' }).message;
    const told = {
      type: conversationMerged.type,
      data: { ...merged, conversation: { ...merged.conversation, last_message } },
    };
    expect(messagesIn(told)).toEqual([9]);
    expect(JSON.stringify(withDeleted(told, deleted))).not.toContain('secret');
    const without = { ...merged, conversation: { ...merged.conversation, last_message: null } };
    expect(messagesIn({ type: conversationMerged.type, data: without })).toEqual([]);
  });
});
