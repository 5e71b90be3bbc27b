import type { RequestContext } from '@chat/contracts';
import {
  getConversation,
  getMessage,
  listConversations,
  listMessages,
  messageDelivered,
  messageReceived,
  messageSent,
  type MessageAuthor,
} from '@chat/contracts/messaging';
import { testContext } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

type Credential = RequestContext['credential'];

const key: Credential = { type: 'api_key', id: 'ck_1', scopes: null };
const app: Credential = {
  type: 'bearer',
  id: 'grant:7',
  scopes: [],
  app: { id: 'ca_1', name: 'Shop sync' },
};

describe('the author of a message', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
  });

  afterAll(() => messaging.service.stop());

  /** The author as each read shows it to the holder of a credential. */
  const seenBy = async (id: number, conversationId: number, credential: Credential) => {
    const context = testContext({ credential });
    const { bus } = messaging;
    const params = { id: conversationId };
    const [{ message }, { messages }, { conversation }, { conversations }] = await Promise.all([
      bus.request(getMessage, { params: { id } }, context),
      bus.request(listMessages, { params, query: {} }, context),
      bus.request(getConversation, { params }, context),
      bus.request(listConversations, { query: {} }, context),
    ]);
    const authors = [
      message.author,
      messages.find((one) => one.id === id)!.author,
      conversation.last_message!.author,
      conversations.find((one) => one.id === conversationId)!.last_message!.author,
    ];
    expect(authors).toEqual(authors.map(() => message.author));
    return message.author;
  };

  it.each<[string, Credential, MessageAuthor]>([
    ['an API key', key, { type: 'api_key', id: 'ck_1', name: null }],
    ['an app, by the name it had then', app, { type: 'oauth_app', id: 'ca_1', name: 'Shop sync' }],
  ])('is %s', async (_, credential, author) => {
    const sent = await messaging.send({}, testContext({ credential }));
    expect(await seenBy(sent.message_id, sent.conversation_id, key)).toEqual(author);
    expect(await seenBy(sent.message_id, sent.conversation_id, app)).toEqual(author);
    const isIt = ({ data }: { data: { message: { id: number } } }) => data.message.id === sent.message_id;
    expect((await messaging.bus.nextEvent(messageSent, isIt)).data.message.author).toEqual(author);
  });

  it('is nobody for what people write, and for what the release before has sent', async () => {
    const { chat_message_id } = await messaging.receive();
    const received = await messaging.bus.nextEvent(
      messageReceived,
      ({ data }) => data.message.chat_message_id === chat_message_id,
    );
    expect(received.data.message.author).toBeNull();
    const { message_id } = await messaging.send();
    await messaging.service.query(`UPDATE messaging.messages SET origin = origin - 'author' WHERE id = $1`, [
      message_id,
    ]);
    expect((await messaging.read(message_id)).author).toBeNull();
  });

  it('that is a user has a name for keys, and none for apps and webhooks', async () => {
    const sent = await messaging.send();
    const user = { type: 'user', id: '4', name: 'Ada' };
    await messaging.service.query(
      `UPDATE messaging.messages SET origin = origin || jsonb_build_object('author', $2::jsonb) WHERE id = $1`,
      [sent.message_id, JSON.stringify(user)],
    );
    expect(await seenBy(sent.message_id, sent.conversation_id, key)).toEqual(user);
    expect(await seenBy(sent.message_id, sent.conversation_id, app)).toEqual({ ...user, name: null });
    await messaging.acknowledge(sent.message_id, 'delivered');
    const told = await messaging.bus.nextEvent(
      messageDelivered,
      ({ data }) => data.message.id === sent.message_id,
    );
    expect(told.data.message.author).toEqual({ ...user, name: null });
  });
});
