import { attributesOf, codesOf, messageOf, recordsIn } from './named-records';

describe('the records that lines and spans name', () => {
  it('are the ids in the members of a document', () => {
    const document = {
      account_id: 3,
      chat_account_id: 7,
      conversation_id: 17,
      message_id: 1042,
      webhook_id: 5,
      chat_message_id: 'wamid.HBgLMTQxNTU1NTAxMjMVAgARGBI5',
      provider_user_id: 'US.1042',
      mobile: '4155550123',
      message: 'Hello',
    };
    expect(recordsIn(document)).toEqual({
      accountId: 3,
      channelId: 7,
      conversationId: 17,
      messageId: 1042,
      webhookId: 5,
    });
  });

  it.each([
    ['a text', { message_id: '4915112345678' }],
    ['null', { channel_id: null }],
    ['no document', undefined],
  ])('do not include %s', (_, document) => expect(recordsIn(document)).toEqual({}));

  it.each([
    ['messages/17', { messageId: 17 }],
    ['chats/7-4915112345678', {}],
    ['preferences/4915112345678', {}],
    ['messages/17/reads', {}],
  ])('are taken of the entity %s only if it is a message', (entity, named) => {
    expect(messageOf(entity)).toEqual(named);
  });

  it.each([
    [
      { code: 'provider_error', provider: { code: '131026' } },
      { code: 'provider_error', providerCode: '131026' },
    ],
    [
      { code: 'invalid_phone', reason: 'not_on_network', provider: null },
      { code: 'invalid_phone', reason: 'not_on_network' },
    ],
    [{ code: 'provider_error', provider: { code: '4915112345678' } }, { code: 'provider_error' }],
    [{ code: 'provider_error', provider: { code: 'no such person' } }, { code: 'provider_error' }],
  ])('of the error %j are its codes', (error, named) => expect(codesOf(error)).toEqual(named));

  it('have names of their own on spans', () => {
    expect(
      attributesOf({ accountId: 3, messageId: 17, channelId: undefined, code: 'invalid_phone' }),
    ).toEqual({
      'chat.account.id': 3,
      'chat.message.id': 17,
      'chat.error.code': 'invalid_phone',
    });
  });
});
