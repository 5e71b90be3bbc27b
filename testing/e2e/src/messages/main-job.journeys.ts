import type { Channel, MessageEventData } from '@chat/client';
import { refusal, until, type TestClient, type WebhookReceiver } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';
import { connectPhone, freshNumber, listen, openShop, receiverAt, sendText, untilStatus } from './shop';

/** Each test has a shop with a linked phone, a receiver of all events, and a customer of its own. */
export function mainJob(stack: RunningStack): void {
  let client: TestClient;
  let receiver: WebhookReceiver;
  let device: Channel;
  let number: string;
  let customer: string;

  beforeEach(async () => {
    customer = freshNumber();
    client = await openShop(stack());
    receiver = await listen(client);
    ({ device, number } = await connectPhone(stack(), client));
  });

  afterEach(async () => {
    await receiver.stop();
    expect(receiver.received.filter(({ verified }) => !verified)).toEqual([]);
  });

  it('pairs a phone by its QR code and fires the events', async () => {
    expect(device).toMatchObject({ connection_status: 'pending', is_default: true });
    expect(device).not.toHaveProperty('phone_number');

    const connected = await receiver.waitFor('device.connected');
    expect(connected.verified).toBe(true);
    expect(connected.data.device).toMatchObject({
      id: device.id,
      phone_number: number,
      connection_status: 'connected',
      last_seen_at: expect.any(String) as string,
    });
    const changed = await receiver.waitFor('device.status_changed');
    expect(changed.data).toMatchObject({ from_status: 'pending', to_status: 'connected' });
    const { devices } = await client.listChannels();
    expect(devices).toMatchObject([{ id: device.id, connection_status: 'connected', phone_number: number }]);
  });

  it('sends a message to the phone and tracks it until it is read', async () => {
    const sent = await sendText(client, device.id, customer, 'Your order is on its way 📦');
    expect(await stack().sandbox.messages(customer)).toMatchObject([
      { chat_message_id: sent.chat_message_id, from: number, text: 'Your order is on its way 📦' },
    ]);

    const isOurs = ({ data }: { data: MessageEventData }) => data.message.id === sent.message_id;
    await receiver.waitFor('message.sent', isOurs);
    const delivered = await receiver.waitFor('message.delivered', isOurs);
    expect(delivered.data).toMatchObject({
      conversation_id: sent.conversation_id,
      contact: { phone: customer },
      message: { status: 'delivered', direction: 'outbound', chat_message_id: sent.chat_message_id },
    });

    await stack().sandbox.openChat(customer, number);
    await receiver.waitFor('message.read', isOurs);
    const { message } = await client.getMessage({ id: sent.message_id });
    expect(message.status).toBe('read');
    expect(message.read_at! >= message.delivered_at!).toBe(true);

    const wasSeenSince = async () => {
      const [seen] = (await client.listChannels()).devices;
      return seen!.last_seen_at! >= message.sent_at!;
    };
    await until(wasSeenSince, { describe: 'last_seen_at of the channel to move on', timeoutMs: 30_000 });
  });

  it('receives the reply of the customer in the same conversation', async () => {
    await sendText(client, device.id, customer, 'Your order is on its way 📦');
    await stack().sandbox.write(customer, { to: number, text: 'Danke! 谢谢' });
    const received = await receiver.waitFor('message.received');
    expect(received).toMatchObject({
      verified: true,
      data: { message: { message: 'Danke! 谢谢', direction: 'inbound' } },
    });

    const { conversations } = await client.listConversations();
    expect(conversations).toMatchObject([{ id: received.data.conversation_id, unread_count: 1 }]);
    const { messages } = await client.listMessages({ id: received.data.conversation_id });
    expect(messages.map(({ sequence, direction }) => [sequence, direction])).toEqual([
      [2, 'inbound'],
      [1, 'outbound'],
    ]);
  });

  it('shows what a stranger writes: a long text truncated in lists, polls and events as unsupported with what they are', async () => {
    const text = '\u0001'.repeat(65_536);
    const poll = { type: 'poll', question: 'Roses or tulips?', options: ['Roses', 'Tulips'] };
    const event = { type: 'event', name: 'Opening', starts_at: 1_893_456_000 };
    for (const content of [poll, event])
      await stack().sandbox.write(customer, { to: number, type: 'unsupported', content });
    await stack().sandbox.write(customer, { to: number, text });
    const isLong = ({ data }: { data: MessageEventData }) => data.message.message === text;
    const { data } = await receiver.waitFor('message.received', isLong);
    expect((await client.getMessage({ id: data.message.id })).message).toEqual(data.message);

    const cut = { ...data.message, message: text.slice(0, 4_096), message_truncated: true };
    const { messages } = await client.listMessages({ id: data.conversation_id });
    const shown = (payload: { type: string }) => ({
      ...{ type: 'unsupported', message: null, interactive: null },
      unsupported: { type: payload.type, payload },
    });
    expect(messages).toMatchObject([cut, shown(event), shown(poll)]);
    const { conversations } = await client.listConversations();
    expect(conversations[0]!.last_message).toEqual(cut);
  });

  it('replies into the conversation by its id, and reports when the network is too busy', async () => {
    await stack().sandbox.write(customer, { to: number, text: 'Hallo?' });
    const { data } = await receiver.waitFor('message.received');
    const answer = { conversation_id: data.conversation_id, message: 'Ja, bitte!' };
    expect((await client.sendMessage(answer)).conversation_id).toBe(data.conversation_id);
    expect(await stack().sandbox.messages(customer)).toMatchObject([{ text: 'Ja, bitte!', from: number }]);

    await stack().sandbox.setFault({ match: { to: customer }, mode: 'error', code: 503 });
    expect(await refusal(client.sendMessage(answer))).toMatchObject({
      code: 'device_service_error',
      retryable: true,
      provider: { code: '503' },
    });
    expect(await stack().sandbox.messages(customer)).toHaveLength(1);
  });

  it('shows the customer by the name in the address book, while there is one', async () => {
    const contactNow = async () => (await client.listConversations()).conversations[0]!.contact;
    const toldAs = (name: string | null) =>
      until(
        async () => {
          const contact = await contactNow();
          return contact.name === name && contact;
        },
        { describe: `the contact to be called ${name}` },
      );
    await stack().sandbox.write(customer, { to: number, text: 'Wo ist sie?' });
    await receiver.waitFor('message.received');
    const { name: ownName } = await contactNow();
    const person = { firstname: 'Ana', lastname: 'Núñez', ...receiverAt(customer) };
    const { contact } = await client.createContact(person);
    expect(await toldAs('Ana Núñez')).toEqual({
      id: contact.id,
      name: 'Ana Núñez',
      phone: customer,
      provider_user_id: null,
      username: null,
    });

    await stack().sandbox.write(customer, { to: number, text: 'Und wann?' });
    const isAnswer = ({ data }: { data: MessageEventData }) => data.message.message === 'Und wann?';
    const received = await receiver.waitFor('message.received', isAnswer);
    expect(received.data.contact).toEqual({
      id: contact.id,
      name: 'Ana Núñez',
      phone: customer,
      provider_user_id: null,
      username: null,
    });

    await client.deleteContact({ id: contact.id });
    expect(await toldAs(ownName)).toEqual({
      id: null,
      name: ownName,
      phone: customer,
      provider_user_id: null,
      username: null,
    });
  });

  it('detects that the person removed the device, and reconnects with a pairing code', async () => {
    await stack().sandbox.unlink(number);
    await receiver.waitFor('device.disconnected');
    expect(await untilStatus(client, device.id, 'disconnected')).toMatchObject({
      last_error: expect.stringContaining('link the phone again') as string,
      last_error_reason: 'logged_out',
    });
    expect(await refusal(sendText(client, device.id, customer, 'Not now'))).toMatchObject({
      code: 'capability_error',
      reason: 'channel_not_connected',
    });

    const reconnected = await client.reconnectChannel({ id: device.id });
    expect(reconnected.device.connection_status).toBe('pending');
    const { pairing_code } = await client.createPairingCode({ id: device.id, phone: number });
    expect(pairing_code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await stack().sandbox.enterPairingCode(number, pairing_code);
    expect(await untilStatus(client, device.id, 'connected')).toMatchObject({
      last_error: null,
      last_error_reason: null,
    });
    await sendText(client, device.id, customer, 'Back again');
  });

  it('hides everything of a deleted channel immediately and frees its slot', async () => {
    await sendText(client, device.id, customer, 'Your order is on its way 📦');
    const [conversation] = (await client.listConversations()).conversations;
    expect(await client.deleteChannel({ id: device.id })).toEqual({
      deleted: true,
      channel_type: 'device',
      quota_restored: false,
      device_id: device.id,
    });
    for (const request of [
      () => client.getChannelStatus({ id: device.id }),
      () => client.listMessages({ id: conversation!.id }),
      () => client.getMessage({ id: conversation!.last_message!.id }),
    ]) {
      expect((await refusal(request())).code).toBe('not_found');
    }
    expect((await client.listConversations()).conversations).toEqual([]);
    expect((await client.listChannels()).devices).toEqual([]);
  });
}
