import { failureOf, refusal, until, type TestClient } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';
import { connectPhone, freshNumber, openShop, receiverAt, sendText } from './shop';

/** What a team reads of its conversations, and what the contact sees of that. */
export function conversations(stack: RunningStack): void {
  let client: TestClient;
  let channelId: number;
  let number: string;
  let customer: string;

  beforeAll(async () => {
    client = await openShop(stack());
    const phone = await connectPhone(stack(), client);
    channelId = phone.device.id;
    ({ number } = phone);
  });

  beforeEach(() => {
    customer = freshNumber();
  });

  const conversation = async () => {
    const { conversations: all } = await client.listConversations();
    return all.find(({ contact }) => contact.phone === customer);
  };
  const read = (id: number) => client.readConversation({ id });
  const writeSome = async (...texts: string[]) => {
    for (const text of texts) await stack().sandbox.write(customer, { to: number, text });
    return until(
      async () => {
        const found = await conversation();
        return found?.unread_count === texts.length && found;
      },
      { describe: 'the messages to be there' },
    );
  };
  /** Waits until the phone is connected, whatever its status was before. */
  const untilItSends = () =>
    until(async () => (await failureOf(sendText(client, channelId, freshNumber(), 'Hello'))) === null, {
      describe: 'the phone to be connected',
    });
  const readTimes = async () =>
    (await stack().sandbox.chats(customer)).map(({ read_at }) => read_at !== null);

  it('marks a conversation as read, which the contact sees on the phone', async () => {
    const { id, last_message } = await writeSome('Hello?', 'Anybody there?');
    const answer = await read(id);
    expect(answer.conversation).toMatchObject({ id, unread_count: 0, last_message });
    expect((await conversation())!.unread_count).toBe(0);
    await until(async () => (await readTimes()).every(Boolean), { describe: 'the phone to show it' });
    expect(await read(id)).toEqual(answer);
  });

  it('counts messages that arrive after it was read', async () => {
    const { id } = await writeSome('First');
    await read(id);
    await writeSome('Second');
    await until(async () => (await readTimes())[0], { describe: 'the phone to show it' });
    expect(await readTimes()).toEqual([true, false]);
  });

  it('shows that it was read once the phone is connected again', async () => {
    const { id } = await writeSome('Are you closed?');
    await stack().sandbox.disconnect(number);
    expect((await read(id)).conversation.unread_count).toBe(0);
    await until(async () => (await readTimes())[0], {
      describe: 'the phone to show it',
      timeoutMs: 30_000,
    });
    await untilItSends();
  });

  it('finds conversations by name, number, contact and what is unread, and shows each by its id', async () => {
    const { id } = await writeSome('Is anybody there?');
    const found = async (query: Parameters<TestClient['listConversations']>[0]) =>
      (await client.listConversations(query)).conversations.map((one) => one.id);
    const { contact } = await client.createContact({
      ...{ firstname: 'Zoë', lastname: 'Nuñez', ...receiverAt(customer) },
    });
    await until(async () => (await found({ search: 'zoe nunez' })).includes(id), {
      describe: 'the name to be found',
    });
    expect(await found({ search: `+1 ${customer.slice(1, 4)} ${customer.slice(4)}` })).toEqual([id]);
    expect(await found({ contact_id: contact.id })).toEqual([id]);
    expect(await found({ contact_id: contact.id, unread: true })).toEqual([id]);
    const { conversation: one } = await client.getConversation({ id });
    expect(one).toMatchObject({ id, contact: { id: contact.id, name: 'Zoë Nuñez' }, unread_count: 1 });

    await read(id);
    expect(await found({ search: 'nunez', unread: true })).toEqual([]);
    const stranger = await openShop(stack());
    const foreign = await stranger.raw.get(`/v1/conversations/${id}`);
    const unknown = await stranger.raw.get('/v1/conversations/999999999');
    expect([foreign.status, foreign.error]).toEqual([404, unknown.error]);
    expect((await stranger.listConversations({ contact_id: contact.id })).conversations).toEqual([]);
  });

  it('keeps one conversation per contact and channel', async () => {
    const other = await connectPhone(stack(), client);
    const { id } = await writeSome('By the first channel');
    const sent = await sendText(client, channelId, customer, 'Answered');
    expect(sent.conversation_id).toBe(id);
    const elsewhere = await sendText(client, other.device.id, customer, 'By the second');
    expect(elsewhere.conversation_id).not.toBe(id);
    const filtered = await client.listConversations({ chat_account_id: other.device.id });
    expect(filtered.conversations).toMatchObject([{ id: elsewhere.conversation_id }]);
    const unknown = await client.listConversations({ chat_account_id: 999_999_999 });
    expect(unknown.conversations).toEqual([]);
  });

  describe('answers an error of a Device channel with its code:', () => {
    const to = (change: object = {}) => ({
      ...receiverAt(customer),
      chat_account_id: channelId,
      message: 'Hello',
      ...change,
    });
    const refusedWith = (code: number) =>
      stack().sandbox.setFault({ match: { to: customer }, mode: 'error', code });

    it.each<[string, number, string, string | undefined, () => Promise<unknown>, (() => object)?]>([
      [
        'a number of an unknown country',
        422,
        'invalid_phone',
        undefined,
        nothing,
        () => to({ mobile_code: '999' }),
      ],
      ['a number that is not on the network', 422, 'invalid_phone', undefined, () => refusedWith(404)],
      [
        'an account that may not start chats',
        422,
        'capability_error',
        'reachout_restricted',
        () => refusedWith(463),
      ],
      ['any other refusal', 422, 'capability_error', 'refused_by_network', () => refusedWith(479)],
      ['a network that limits the rate', 502, 'device_service_error', 'network_busy', () => refusedWith(429)],
      ['a network that fails', 502, 'device_service_error', 'network_busy', () => refusedWith(503)],
      [
        'a network that accepts the message but does not answer',
        502,
        'provider_outcome_unknown',
        undefined,
        () => stack().sandbox.setFault({ match: { to: customer }, mode: 'accept_then_reset' }),
      ],
      [
        'a channel that the account does not have',
        404,
        'not_found',
        undefined,
        nothing,
        () => to({ chat_account_id: 999_999_999 }),
      ],
      [
        'a number without a channel',
        404,
        'not_found',
        undefined,
        nothing,
        () => to({ chat_account_id: undefined, from_number: '4999999999' }),
      ],
      [
        'a channel and a number that disagree',
        422,
        'validation_error',
        undefined,
        nothing,
        () => to({ from_number: '4999999999' }),
      ],
      [
        'a conversation that does not exist',
        422,
        'validation_error',
        undefined,
        nothing,
        () => ({ conversation_id: 999_999_999, message: 'Hi' }),
      ],
      ['two receivers', 422, 'validation_error', undefined, nothing, () => to({ conversation_id: 1 })],
      ['no receiver', 422, 'validation_error', undefined, nothing, () => ({ message: 'Hi' })],
      ['a message of white space', 422, 'validation_error', undefined, nothing, () => to({ message: ' \n' })],
      [
        'a message that is too long',
        422,
        'validation_error',
        undefined,
        nothing,
        () => to({ message: 'x'.repeat(4_097) }),
      ],
      ['an unknown member', 422, 'validation_error', undefined, nothing, () => to({ text: 'Hello' })],
      [
        'two kinds of content',
        422,
        'validation_error',
        undefined,
        nothing,
        () => to({ latitude: 1, longitude: 1 }),
      ],
      [
        'a product, which phones cannot carry',
        422,
        'capability_error',
        'content_not_supported',
        nothing,
        () => to({ message: undefined, product: { catalog_id: '1', product_retailer_id: '2' } }),
      ],
      [
        'a CTA URL, which phones cannot carry',
        422,
        'capability_error',
        'content_not_supported',
        nothing,
        () => to({ message: undefined, cta_url_id: 1 }),
      ],
    ])('%s', async (_, status, code, reason, arrange, body = () => to()) => {
      await arrange();
      const answer = await client.raw.post('/v1/messages', body());
      expect([answer.status, answer.error.code, answer.error['reason']]).toEqual([status, code, reason]);
      await untilItSends();
    });

    it.each([
      ['GET', '/v1/messages/999999999'],
      ['GET', '/v1/messages/999999999/media'],
      ['GET', '/v1/conversations/999999999/messages'],
      ['POST', '/v1/conversations/999999999/read'],
      ['POST', '/v1/conversations/none/read'],
    ])('not_found for %s %s', async (method, path) => {
      const answer = await (method === 'GET' ? client.raw.get(path) : client.raw.post(path));
      expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
    });

    it('an unlinked phone, with a stored message that keeps the reason of its failure', async () => {
      const own = await openShop(stack());
      const phone = await connectPhone(stack(), own);
      await stack().sandbox.setFault({ match: { to: customer }, mode: 'error', code: 463 });
      const send = () => sendText(own, phone.device.id, customer, 'Hello');
      const refused = await refusal(send());
      const { message } = await own.getMessage({ id: refused.message_id! });
      expect(message).toMatchObject({
        status: 'failed',
        error: { code: 'capability_error', reason: refused.reason, provider: { code: '463' } },
      });
      await stack().sandbox.unlink(phone.number);
      await until(async () => (await failureOf(send()))?.reason === 'channel_not_connected', {
        describe: 'the channel to be disconnected',
      });
    });
  });
}

const nothing = () => Promise.resolve();
