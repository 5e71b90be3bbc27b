import type { ConnectorSend, ReceiptLevel } from '@chat/contracts/connector';
import {
  deviceMessageAccepted,
  deviceMessageReceipt,
  sendThroughDevice,
  settleDeviceSend,
} from '@chat/contracts/device-sessions';
import { until } from '@chat/testing';
import {
  BUSINESS,
  newSend,
  startDeviceSessions,
  type DeviceSessionsUnderTest,
} from '../testing/device-sessions-under-test';

describe('a send', () => {
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
  const fault = (body: ConnectorSend, mode: Parameters<typeof stack.phones.setFault>[0]['mode'], more = {}) =>
    stack.phones.setFault({ match: { reference: String(body.message_id) }, mode, ...more });
  const receipt = ({ message_id }: ConnectorSend, level: ReceiptLevel) =>
    stack.bus.nextEvent(
      deviceMessageReceipt,
      ({ data }) => data.message_id === message_id && data.level === level,
    );
  const accepted = ({ message_id }: ConnectorSend) =>
    stack.bus.nextEvent(deviceMessageAccepted, ({ data }) => data.message_id === message_id);
  const unknown = { code: 'provider_outcome_unknown' };

  it('is accepted under the id that is on record, and its receipts name the message', async () => {
    const body = newSend();
    const { chat_message_id } = await send(body);
    expect(await handedOver(body)).toMatchObject([{ chat_message_id, text: 'Hello', from: BUSINESS }]);
    const { data } = await receipt(body, 'delivered');
    expect(data).toMatchObject({ channel_id: 7, chat_message_id, error: null });
    await stack.phones.openChat(body.to, BUSINESS);
    await receipt(body, 'read');
  });

  it('is handed over once, however often it is repeated', async () => {
    const body = newSend();
    const answers = await Promise.all([send(body), send(body), send(body)]);
    answers.push(await send(body), await send({ ...body, deadline: Date.now() - 1 }));
    expect(new Set(answers.map((answer) => answer.chat_message_id)).size).toBe(1);
    expect(await handedOver(body)).toHaveLength(1);
  });

  it.each([
    [404, { code: 'invalid_phone', details: { provider: { code: '404' } } }],
    [463, { code: 'capability_error', details: { reason: 'reachout_restricted' } }],
  ])('refused by the network with %d stays refused', async (code, expected) => {
    const body = newSend();
    await fault(body, 'error', { code });
    await expect(send(body)).rejects.toMatchObject(expected);
    await expect(send(body)).rejects.toMatchObject(expected);
    expect(await handedOver(body)).toEqual([]);
    expect((await settle(body)).outcome).toBe('refused');
  });

  it.each([429, 500, 503])(
    'refused with %d, by a network that stays busy, fails in a way to be repeated',
    async (code) => {
      const body = newSend({ deadline: Date.now() + 1_500 });
      await fault(body, 'error', { code });
      const busy = {
        code: 'device_service_error',
        details: { retryable: true, reason: 'network_busy', provider: { code: String(code) } },
      };
      await expect(send(body)).rejects.toMatchObject(busy);
      await expect(send({ ...body, deadline: Date.now() + 10_000 })).rejects.toMatchObject(busy);
      expect(await handedOver(body)).toEqual([]);
      expect((await settle(body)).outcome).toBe('refused');
    },
  );

  it('is handed over once the network is no longer too busy for it', async () => {
    const body = newSend();
    await fault(body, 'error', { code: 503, attempts: 2 });
    const { chat_message_id } = await send(body);
    expect(await handedOver(body)).toMatchObject([{ chat_message_id }]);
  });

  it('is refused for good after its deadline', async () => {
    const body = newSend({ deadline: Date.now() - 1 });
    const late = { code: 'device_service_error' };
    await expect(send(body)).rejects.toMatchObject(late);
    await expect(send({ ...body, deadline: Date.now() + 10_000 })).rejects.toMatchObject(late);
    expect(await handedOver(body)).toEqual([]);
  });

  it('is refused where no phone is connected, before anything leaves', async () => {
    const body = newSend({ channel_id: 77 });
    await expect(send(body)).rejects.toMatchObject({
      code: 'device_service_error',
      details: { reason: 'not_connected', retryable: true },
    });
    expect((await settle(body)).outcome).toBe('refused');
  });

  it('is unknown when the connection breaks before an answer, and is not sent again', async () => {
    const body = newSend();
    await fault(body, 'reset_before_accept');
    await stack.reconnectsAfter(7, () => expect(send(body)).rejects.toMatchObject(unknown));
    await expect(send(body)).rejects.toMatchObject(unknown);
    expect(await handedOver(body)).toEqual([]);
    expect((await settle(body)).outcome).toBe('unknown');
  });

  it('accepted in a connection that broke is settled by its receipt', async () => {
    const body = newSend();
    await fault(body, 'accept_then_reset');
    await stack.reconnectsAfter(7, () => expect(send(body)).rejects.toMatchObject(unknown));
    await receipt(body, 'delivered');
    expect((await settle(body)).outcome).toBe('sent');
    expect(await send(body)).toEqual({ chat_message_id: (await handedOver(body))[0]!.chat_message_id });
    expect(await handedOver(body)).toHaveLength(1);
  });

  it('is unknown when no answer comes in time', async () => {
    const body = newSend({ deadline: Date.now() + 1_500 });
    await fault(body, 'accept_then_hang', { delay_ms: 2_500 });
    await expect(send(body)).rejects.toMatchObject(unknown);
    expect(await stateOf(body)).toBe('unknown');
    await receipt(body, 'delivered');
    expect(await stateOf(body)).toBe('accepted');
  });

  it('is settled by an acceptance that comes too late for its caller', async () => {
    const body = newSend({ deadline: Date.now() + 1_000 });
    await fault(body, 'slow', { delay_ms: 1_500 });
    await expect(send(body)).rejects.toMatchObject(unknown);
    await accepted(body);
    expect(await stateOf(body)).toBe('accepted');
  });

  it('tells of a failure after the acceptance', async () => {
    const body = newSend();
    await fault(body, 'late_status', { code: 479, delay_ms: 50 });
    await send(body);
    expect((await receipt(body, 'failed')).data.error?.provider?.code).toBe('479');
  });

  it('takes a repeated receipt as what it is', async () => {
    const body = newSend();
    await fault(body, 'duplicate_status');
    await send(body);
    const isOfBody = ({ data }: { data: { message_id: number } }) => data.message_id === body.message_id;
    await until(() => stack.bus.events(deviceMessageReceipt).filter(isOfBody).length === 2, {
      describe: 'both receipts',
    });
    expect(await stateOf(body)).toBe('accepted');
  });

  it('that another owner left unended is unknown, and never handed over again', async () => {
    const body = newSend();
    await stack.query(
      `INSERT INTO device_sessions.sends (account_id, message_id, channel_id, chat_message_id, state)
       VALUES (1, $1, 7, 'LEFT', 'sending')`,
      [body.message_id],
    );
    await expect(send(body)).rejects.toMatchObject(unknown);
    expect(await stateOf(body)).toBe('unknown');
    expect(await handedOver(body)).toEqual([]);
  });

  it('that never arrived is refused by the settlement, for good', async () => {
    const body = newSend();
    expect(await settle(body)).toMatchObject({
      outcome: 'refused',
      chat_message_id: null,
      error: { code: 'device_service_error' },
    });
    await expect(send(body)).rejects.toMatchObject({ code: 'device_service_error' });
    expect(await handedOver(body)).toEqual([]);
  });

  it('that was accepted is so for the settlement, with its id', async () => {
    const body = newSend();
    const { chat_message_id } = await send(body);
    expect(await settle(body)).toEqual({ outcome: 'sent', chat_message_id, error: null });
  });
});
