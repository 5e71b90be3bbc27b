import type { ConnectorSend, Receipt, ReceiptLevel, ReceiptsData } from '@chat/contracts/connector';
import {
  deviceConnector,
  deviceMessageReceipts,
  deviceMessageReceived,
  sendThroughDevice,
  settleDeviceSend,
} from '@chat/contracts/device-sessions';
import { accountSuspensionChanged } from '@chat/contracts/gateway';
import type { AppError } from '@chat/errors';
import { refusal, until } from '@chat/test-kit';
import {
  BUSINESS,
  CUSTOMER,
  newSend,
  startDeviceSessions,
  type DeviceSessionsUnderTest,
} from '../testing/device-sessions-under-test';

/** Behaviour that is specific to phones; the guarantees of every connector are tested in `connector.int-spec.ts`. */
describe('a send by a phone', () => {
  let stack: DeviceSessionsUnderTest;

  beforeAll(async () => {
    stack = await startDeviceSessions();
    await stack.link(7, BUSINESS);
  });

  afterAll(() => stack.stop());

  const send = (body: ConnectorSend) => stack.bus.request(sendThroughDevice, { body });
  const settle = ({ channel_id, message_id }: ConnectorSend) =>
    stack.bus.request(settleDeviceSend, { body: { channel_id, message_id } });
  const handedOver = async ({ message_id }: ConnectorSend) => stack.phones.sends(String(message_id));
  const stateOf = async ({ message_id }: ConnectorSend) => {
    const sql = 'SELECT state FROM device_sessions.sends WHERE message_id = $1';
    return (await stack.query<{ state: string }>(sql, [message_id]))[0]?.state;
  };
  const receipt = async ({ message_id }: ConnectorSend, level: ReceiptLevel) => {
    const isIt = (told: Receipt) => told.message_id === message_id && told.level === level;
    const isTold = ({ data }: { data: ReceiptsData }) => data.channel_id === 7 && data.receipts.some(isIt);
    return (await stack.bus.nextEvent(deviceMessageReceipts, isTold)).data.receipts.find(isIt)!;
  };

  it('goes out under the id chosen here, with our message id as its reference', async () => {
    const body = newSend({ content: { type: 'text', text: 'Hello' } });
    const { chat_message_id } = await send(body);
    expect(await handedOver(body)).toMatchObject([
      { chat_message_id, reference: String(body.message_id), text: 'Hello', from: BUSINESS },
    ]);
    expect((await receipt(body, 'delivered')).chat_message_id).toBe(chat_message_id);
  });

  it('is refused with not_connected when the phone is not connected', async () => {
    await expect(send(newSend({ channel_id: 77 }))).rejects.toMatchObject({
      code: 'device_service_error',
      details: { reason: 'not_connected' },
    });
  });

  it('is refused within seconds when its account is suspended while the network is busy', async () => {
    const body = { ...newSend(), deadline: Date.now() + 20_000 };
    await stack.phones.setFault({ match: { reference: String(body.message_id) }, mode: 'error', code: 429 });
    const account = { entity: 'accounts/1' };
    const refused = refusal(send(body));
    await until(async () => (await stateOf(body)) === 'sending', { describe: 'the send to begin' });
    await stack.bus.publish(
      accountSuspensionChanged,
      { is_suspended: true },
      { ...account, entityVersion: 1 },
    );
    expect(await refused).toMatchObject({ code: 'feature_disabled', reason: 'account_suspended' });
    expect(await handedOver(body)).toEqual([]);
    await stack.bus.publish(
      accountSuspensionChanged,
      { is_suspended: false },
      { ...account, entityVersion: 2 },
    );
    await until(() => send(newSend()).catch(() => null), { describe: 'a send after it resumes' });
  });

  it('is unknown when no answer comes in time, until a receipt arrives', async () => {
    const body = newSend();
    await stack.phones.setFault({
      match: { reference: String(body.message_id) },
      mode: 'accept_then_hang',
      delay_ms: 60_000,
    });
    const inTime = { ...body, deadline: Date.now() + 1_500 };
    await expect(send(inTime)).rejects.toMatchObject({ code: 'provider_outcome_unknown' });
    expect(await stateOf(body)).toBe('unknown');
    // The delivery receipt is late, the read receipt is not.
    await stack.phones.openChat(CUSTOMER, BUSINESS);
    await receipt(body, 'read');
    expect(await stateOf(body)).toBe('accepted');
  });

  it('to a number that the network spells otherwise arrives, whichever spelling is given', async () => {
    await stack.phones.setPhone('5511987654321', { registered_as: '551187654321' });
    for (const to of ['5511987654321', '551187654321']) {
      const body = newSend({ to });
      await send(body);
      expect(await handedOver(body)).toMatchObject([{ to: '551187654321' }]);
    }
  });

  it('to a number that nobody has in any spelling is refused for good', async () => {
    for (const digits of ['5511987650000', '551187650000']) {
      await stack.phones.setPhone(digits, { registered: false });
    }
    const body = newSend({ to: '5511987650000' });
    const refused = await refusal(send(body));
    expect(refused).toMatchObject({ code: 'invalid_phone', retryable: false, provider: { code: '404' } });
    await stack.phones.setPhone('5511987650000', { registered: true });
    expect(await refusal(send(body))).toEqual(refused);
    expect(await handedOver(body)).toEqual([]);
  });

  it('to a number whose spelling has changed is refused once, and then finds it', async () => {
    await stack.phones.setPhone('5511987651111', { registered_as: '551187651111' });
    await send(newSend({ to: '5511987651111' }));
    await stack.phones.setPhone('5511987651111', { registered_as: null });
    await stack.phones.setPhone('551187651111', { registered: false });
    expect(await refusal(send(newSend({ to: '5511987651111' })))).toMatchObject({ code: 'invalid_phone' });
    await until(() => send(newSend({ to: '5511987651111' })).catch(() => null), {
      describe: 'the new spelling to be found',
    });
  });

  it('to somebody who hides the number goes out by the id', async () => {
    const hidden = '4915100000077';
    await stack.phones.setPhone(hidden, { hidden: true });
    const id = await stack.phones.write(hidden, { to: BUSINESS, text: 'guess who' });
    const { data } = await stack.bus.nextEvent(
      deviceMessageReceived,
      (event) => event.data.chat_message_id === id,
    );
    await send(
      newSend({ to: null, provider_user_id: data.provider_user_id!, content: { type: 'text', text: 'you' } }),
    );
    expect((await stack.phones.messages(hidden)).map(({ text }) => text)).toEqual(['you']);
  });

  it('is given again to a device that could not read it, unless it is erased', async () => {
    const body = newSend({ content: { type: 'text', text: 'Secret words' } });
    const { chat_message_id } = await send(body);
    const got = async () =>
      (await stack.phones.messages(CUSTOMER)).find((message) => message.chat_message_id === chat_message_id)!;
    await stack.phones.askAgain(CUSTOMER, chat_message_id);
    await until(async () => (await got()).resent === 1, { describe: 'the content to come again' });
    expect(await got()).toMatchObject({ text: 'Secret words', readable: true });
    const [row] = await stack.query<{ content: string }>(
      `SELECT encode(content, 'escape') AS content FROM device_sessions.sends WHERE message_id = $1`,
      [body.message_id],
    );
    expect(row!.content.length).toBeGreaterThan(0);
    expect(row!.content).not.toContain('Secret');

    const erased = { channel_id: 7, message_id: body.message_id, chat_message_id };
    await stack.bus.request(deviceConnector.forget, { body: { phones: [CUSTOMER], messages: [erased] } });
    await stack.phones.askAgain(CUSTOMER, chat_message_id);
    const other = newSend();
    const { chat_message_id: otherId } = await send(other);
    await stack.phones.askAgain(CUSTOMER, otherId);
    await until(
      async () =>
        (await stack.phones.messages(CUSTOMER)).some(
          ({ chat_message_id: id, resent }) => id === otherId && resent === 1,
        ),
      { describe: 'the other message to come again' },
    );
    expect(await got()).toMatchObject({ resent: 1, readable: false });
  });

  it('to a stranger is refused while the phone may not start chats, with the time until when', async () => {
    const until_ms = Date.now() + 3_600_000;
    const restricted_until = new Date(until_ms).toISOString();
    await stack.phones.setPhone(BUSINESS, { restricted_until });
    const stranger = '4915100000088';
    const refused = await until(
      async () => {
        const error = await send(newSend({ to: stranger })).then(
          () => null,
          (reason: AppError) => reason.toBody(),
        );
        return error?.until ? error : false;
      },
      { describe: 'the restriction to be known' },
    );
    expect(refused).toMatchObject({
      code: 'capability_error',
      reason: 'reachout_restricted',
      provider: { code: '463' },
    });
    expect(new Date(refused.until!).getTime()).toBe(until_ms);
    await stack.phones.setPhone(BUSINESS, { restricted_until: null });
    await until(() => send(newSend({ to: stranger })).catch(() => null), {
      describe: 'the restriction to end',
    });
  });

  it('is unknown when another owner left it unfinished, and is never handed over again', async () => {
    const body = newSend();
    await stack.query(
      `INSERT INTO device_sessions.sends (account_id, message_id, channel_id, chat_message_id, state)
       VALUES (1, $1, 7, 'LEFT', 'sending')`,
      [body.message_id],
    );
    await expect(send(body)).rejects.toMatchObject({ code: 'provider_outcome_unknown' });
    expect(await stateOf(body)).toBe('unknown');
    expect(await handedOver(body)).toEqual([]);
    expect(await settle(body)).toEqual({ outcome: 'unknown', chat_message_id: null, error: null });
  });
});
