import { until, type TestClient, type WebhookReceiver } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';
import { connectPhone, freshNumber, listen, openShop, sendText } from './shop';

/** The people of the phones' network: numbers with several spellings, hidden numbers, and owners who write by hand. */
export function phonePeople(stack: RunningStack): void {
  let client: TestClient;
  let receiver: WebhookReceiver;
  let channelId: number;
  let number: string;

  beforeAll(async () => {
    client = await openShop(stack());
    receiver = await listen(client);
    const phone = await connectPhone(stack(), client);
    channelId = phone.device.id;
    ({ number } = phone);
  });

  afterAll(() => receiver.stop());

  const received = (chatMessageId: string) =>
    receiver.waitFor('message.received', ({ data }) => data.message.chat_message_id === chatMessageId);
  const write = async (digits: string, text: string) =>
    (await received(await stack().sandbox.write(digits, { to: number, text }))).data;
  const textsOn = async (digits: string) => (await stack().sandbox.messages(digits)).map(({ text }) => text);

  it('refuses a number that nobody has in any spelling', async () => {
    for (const digits of ['5511987650000', '551187650000']) {
      await stack().sandbox.setPhone(digits, { registered: false });
    }
    const sent = client.sendMessage({
      ...{ mobile_code: '55', mobile: '11987650000', chat_account_id: channelId },
      message: 'Hello?',
    });
    await expect(sent).rejects.toMatchObject({ code: 'invalid_phone' });
  });

  it('talks with somebody who hides the number, and keeps the conversation once it is shown', async () => {
    const customer = freshNumber();
    await stack().sandbox.setPhone(customer, { hidden: true });
    const { conversation_id: id, contact } = await write(customer, 'Guess who');
    expect(contact).toMatchObject({
      phone: null,
      provider_user_id: expect.stringMatching(/@lid$/) as string,
    });
    await client.sendMessage({ conversation_id: id, message: 'No idea' });
    expect(await textsOn(customer)).toEqual(['No idea']);
    await client.readConversation({ id });
    await until(
      async () =>
        (await stack().sandbox.chats(customer)).every(({ from, read_at }) => from !== customer || read_at),
      { describe: 'the phone to show that it was read' },
    );

    await stack().sandbox.setPhone(customer, { hidden: false });
    const shown = await write(customer, 'It is me');
    expect(shown).toMatchObject({ conversation_id: id, contact: { phone: customer } });
    expect((await sendText(client, channelId, customer, 'I see')).conversation_id).toBe(id);
    const { messages } = await client.listMessages({ id });
    expect(messages.map(({ message }) => message)).toEqual(['I see', 'It is me', 'No idea', 'Guess who']);
  });

  it('merges the conversations of somebody who wrote by number and then hid it', async () => {
    const customer = freshNumber();
    const { conversation_id: byNumber } = await write(customer, 'by number');
    await stack().sandbox.setPhone(customer, { hidden: true });
    const { conversation_id: hidden } = await write(customer, 'by id');
    expect(hidden).not.toBe(byNumber);
    await stack().sandbox.setPhone(customer, { hidden: false });
    const { conversation_id: id } = await write(customer, 'by both');
    expect(id).toBe(byNumber);
    await until(async () => (await client.listMessages({ id })).messages.length === 3, {
      describe: 'all messages in one conversation',
    });
    expect((await client.sendMessage({ conversation_id: hidden, message: 'Hello' })).conversation_id).toBe(
      id,
    );
  });

  it('shows what the owner writes on the phone itself, once, and tells of it', async () => {
    const customer = freshNumber();
    const { conversation_id: id } = await write(customer, 'Anybody there?');
    const echo = await stack().sandbox.echo(number, { to: customer, text: 'Written by hand' });
    const isIt = ({ data }: { data: { message: { chat_message_id: string | null } } }) =>
      data.message.chat_message_id === echo;
    const { data } = await receiver.waitFor('message.sent', isIt);
    expect(data).toMatchObject({
      conversation_id: id,
      message: { direction: 'outbound', source: 'app', message: 'Written by hand' },
    });
    await write(customer, 'Thanks');
    const { messages } = await client.listMessages({ id });
    expect(messages.map(({ message }) => message)).toEqual(['Thanks', 'Written by hand', 'Anybody there?']);
    expect(receiver.ofType('message.sent').filter(isIt)).toHaveLength(1);
  });

  it('begins a conversation where the owner does, with media', async () => {
    const customer = freshNumber();
    const media = `data:image/png;base64,${Buffer.from('a picture').toString('base64')}`;
    const echo = await stack().sandbox.echo(number, { to: customer, type: 'image', media, caption: 'Look' });
    const { data } = await receiver.waitFor(
      'message.sent',
      (one) => one.data.message.chat_message_id === echo,
    );
    const { message } = data;
    expect(message).toMatchObject({ type: 'image', source: 'app', message: 'Look' });
    await until(
      async () => {
        const answer = await client.raw.get(new URL(message.media_url!).pathname);
        return answer.status === 200;
      },
      { describe: 'the bytes of the picture' },
    );
    expect((await sendText(client, channelId, customer, 'And?')).conversation_id).toBe(data.conversation_id);
  });
}
