import type { ConnectorSend, Receipt, ReceiptLevel, ReceiptsData } from '@chat/contracts/connector';
import { deviceMessageReceipts, sendThroughDevice, settleDeviceSend } from '@chat/contracts/device-sessions';
import { accountSuspensionChanged } from '@chat/contracts/gateway';
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
