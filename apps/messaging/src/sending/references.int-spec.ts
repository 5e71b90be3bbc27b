import { listMessages, messageReceived, sendMessage } from '@chat/contracts/messaging';
import { refusal, testContext, until } from '@chat/test-kit';
import type { ConnectorSend, InboundData } from '@chat/contracts/connector';
import { MessagingUnderTest } from '../testing/messaging-under-test';

describe('what messages refer to', () => {
  let messaging: MessagingUnderTest;
  let handed: ConnectorSend[];
  let phones = 0;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
  });

  afterAll(() => messaging.service.stop());

  beforeEach(() => {
    messaging.playWell();
    handed = [];
    messaging.handOver = (body) => {
      handed.push(body);
      return { chat_message_id: `chat-${body.message_id}` };
    };
  });

  const newPerson = () => `49151777${(phones += 1) + 10_000}`;
  /** Receives a message of the person, and returns it as it was told. */
  const receive = async (from: string, data: Partial<InboundData> & { text?: string } = {}) => {
    const { chat_message_id } = await messaging.receive({ from, ...data });
    const told = () =>
      messaging.bus
        .events(messageReceived)
        .map(({ data }) => data.message)
        .find((message) => message.chat_message_id === chat_message_id);
    await until(() => told() !== undefined, { describe: 'the message to be told' });
    return told()!;
  };
  const reactTo = (id: string, emoji: string | null) =>
    ({ content: { type: 'reaction', reaction: { message_id: id, emoji } } }) as const;

  it('an answer names the message to the network, and to who reads it', async () => {
    const asked = await receive(newPerson(), { text: 'Until when?' });
    const { message_id } = await messaging.answer(asked.conversation_id, { reply_to: asked.id });
    expect(handed).toMatchObject([
      {
        content: { type: 'text' },
        refers_to: { chat_message_id: asked.chat_message_id, is_ours: false, text: 'Until when?' },
      },
    ]);
    expect(await messaging.read(message_id)).toMatchObject({
      reply_to: asked.id,
      context: { id: asked.chat_message_id },
    });
  });

  it('a person’s answer is told with our id, and shown in lists', async () => {
    const person = newPerson();
    const { conversation_id } = await receive(person);
    const ours = await messaging.answer(conversation_id);
    const answer = await receive(person, { context: { id: ours.chat_message_id } });
    expect(answer).toMatchObject({ reply_to: ours.message_id, context: { id: ours.chat_message_id } });
    const { messages } = await messaging.bus.request(
      listMessages,
      { params: { id: conversation_id }, query: { per_page: 10 } },
      testContext(),
    );
    expect(messages.map(({ reply_to }) => reply_to)).toEqual([ours.message_id, null, null]);
  });

  it('an answer to what is not there, or is in another conversation, names nothing of ours', async () => {
    const elsewhere = await receive(newPerson());
    const person = newPerson();
    expect(await receive(person, { context: { id: elsewhere.chat_message_id } })).toMatchObject({
      reply_to: null,
    });
    expect(await receive(person, { context: { id: 'nobody-knows' } })).toMatchObject({ reply_to: null });
  });

  it('shows the reactions of both sides on their message, the latest of each, until they are taken back', async () => {
    const person = newPerson();
    const asked = await receive(person);
    const reactions = async () => (await messaging.read(asked.id)).reactions;
    expect(asked.reactions).toEqual([]);
    await receive(person, reactTo(asked.chat_message_id!, '👍'));
    const theirs = await receive(person, reactTo(asked.chat_message_id!, '🎉'));
    const ours = await messaging.answer(asked.conversation_id, {
      message: undefined,
      reaction: { message_id: asked.id, emoji: '❤️' },
    });
    expect(handed).toMatchObject([
      { content: { type: 'reaction', reaction: { message_id: asked.chat_message_id, emoji: '❤️' } } },
    ]);
    expect(await reactions()).toMatchObject([
      { direction: 'inbound', emoji: '🎉', message_id: theirs.id },
      { direction: 'outbound', emoji: '❤️', message_id: ours.message_id },
    ]);
    await receive(person, reactTo(asked.chat_message_id!, null));
    await messaging.answer(asked.conversation_id, {
      message: undefined,
      reaction: { message_id: asked.id, emoji: '' },
    });
    expect(await reactions()).toEqual([]);
  });

  it('shows a reaction that arrived before its message', async () => {
    const person = newPerson();
    await receive(person, reactTo('late', '👍'));
    expect(await receive(person, { chat_message_id: 'late' })).toMatchObject({
      reactions: [{ direction: 'inbound', emoji: '👍' }],
    });
  });

  it('does not show a reaction that the network refused', async () => {
    const asked = await receive(newPerson());
    const reaction = { message_id: asked.id, emoji: '👍' };
    const { message_id } = await messaging.answer(asked.conversation_id, { message: undefined, reaction });
    const error = { code: 'provider_error', message: 'No.', reason: null, provider: null } as const;
    await messaging.acknowledge(message_id, 'failed', { error });
    await until(async () => (await messaging.read(message_id)).status === 'failed', {
      describe: 'the failure',
    });
    expect((await messaging.read(asked.id)).reactions).toEqual([]);
  });

  describe('is refused, and nothing sent, for', () => {
    const errorsOf = async (conversationId: number, body: object) => {
      const request = messaging.bus.request(
        sendMessage,
        { body: { conversation_id: conversationId, ...body } },
        testContext(),
      );
      const { code, errors } = await refusal(request);
      expect({ code, handed }).toEqual({ code: 'validation_error', handed: [] });
      return Object.keys(errors!);
    };

    it('a message of another conversation, one of nobody, and one that the network does not have', async () => {
      const [here, elsewhere] = [await receive(newPerson()), await receive(newPerson())];
      messaging.handOver = () => Promise.reject(new Error('no answer'));
      const lost = await refusal(messaging.answer(here.conversation_id));
      const reply = (reply_to: unknown) => errorsOf(here.conversation_id, { message: 'Hi', reply_to });
      for (const id of [elsewhere.id, 999_999_999, lost.message_id])
        expect(await reply(id)).toEqual(['reply_to']);
      expect(
        await errorsOf(here.conversation_id, { reaction: { message_id: elsewhere.id, emoji: '👍' } }),
      ).toEqual(['reaction.message_id']);
    });

    it('a reaction to a reaction', async () => {
      const person = newPerson();
      const asked = await receive(person);
      const reaction = await receive(person, reactTo(asked.chat_message_id!, '👍'));
      expect(
        await errorsOf(asked.conversation_id, { reaction: { message_id: reaction.id, emoji: '👍' } }),
      ).toEqual(['reaction.message_id']);
    });
  });
});
