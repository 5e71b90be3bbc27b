import {
  marketingPreferenceChanged,
  numberStatusChanged,
  sendThroughCloud,
  settleCloudSend,
  cloudMessageReceipts,
} from '@chat/contracts/cloud-connector';
import type { MessageContent, Receipt } from '@chat/contracts/connector';
import type { ErrorBody, ErrorCode } from '@chat/errors';
import { refusal } from '@chat/test-kit';
import { knownCodes } from '../provider/error-table.rules';
import {
  BUSINESS,
  CUSTOMER,
  messagesCallback,
  newSend,
  startCloudConnector,
  type CloudConnectorUnderTest,
  type ProviderNumber,
} from '../testing/cloud-connector-under-test';

/** A row of the provider's reference: its code, ours, the reason, and the effect on the number. */
type Row = [
  provider: number,
  code: ErrorCode,
  more?: { reason?: string; attempts?: number; disconnects?: string; warns?: true },
];

const rows: Row[] = [
  [131047, 'template_required'],
  [131042, 'billing_blocked'],
  [131044, 'billing_blocked'],
  [134011, 'billing_blocked'],
  [131050, 'marketing_suppressed', { reason: 'opted_out' }],
  [131049, 'marketing_suppressed', { reason: 'per_user_limit' }],
  [130472, 'marketing_suppressed', { reason: 'experiment' }],
  [131055, 'capability_error'],
  [131063, 'capability_error'],
  [131064, 'capability_error', { reason: 'messaging_limit' }],
  [131026, 'capability_error', { reason: 'undeliverable' }],
  [131030, 'invalid_phone', { reason: 'recipient_not_allowed' }],
  [131021, 'invalid_phone'],
  [131062, 'capability_error'],
  [137000, 'capability_error', { reason: 'identity_changed' }],
  [131051, 'capability_error'],
  [131052, 'validation_error'],
  [131053, 'validation_error'],
  [131008, 'validation_error'],
  [131009, 'validation_error'],
  [100, 'validation_error'],
  [135000, 'validation_error'],
  [33, 'not_found', { disconnects: 'number_removed' }],
  [803, 'not_found', { disconnects: 'number_removed' }],
  [132000, 'validation_error'],
  [132001, 'capability_error', { reason: 'template_not_approved' }],
  [132005, 'validation_error'],
  [132007, 'validation_error'],
  [132008, 'validation_error'],
  [132012, 'validation_error'],
  [132018, 'validation_error'],
  [132015, 'capability_error', { reason: 'template_paused' }],
  [132016, 'capability_error', { reason: 'template_disabled' }],
  [132068, 'capability_error'],
  [132069, 'capability_error'],
  [130429, 'provider_error', { reason: 'provider_rate_limited', attempts: 2 }],
  [131056, 'provider_error', { reason: 'provider_rate_limited', attempts: 2 }],
  [80007, 'provider_error', { reason: 'provider_rate_limited', attempts: 2 }],
  [80008, 'provider_error', { reason: 'provider_rate_limited', attempts: 2 }],
  [32, 'provider_error', { reason: 'provider_rate_limited', attempts: 2 }],
  [341, 'provider_error', { reason: 'provider_rate_limited', attempts: 2 }],
  [4, 'provider_error', { reason: 'provider_rate_limited', attempts: 2 }],
  [17, 'provider_error', { reason: 'provider_rate_limited', attempts: 2 }],
  [613, 'provider_error', { reason: 'provider_rate_limited', attempts: 2 }],
  [131048, 'capability_error', { reason: 'sender_restricted' }],
  [368, 'capability_error', { reason: 'account_restricted', disconnects: 'account_restricted' }],
  [131031, 'capability_error', { reason: 'account_restricted', disconnects: 'account_restricted' }],
  [130497, 'capability_error'],
  [131037, 'capability_error'],
  [131045, 'capability_error', { disconnects: 'number_not_registered' }],
  [133010, 'capability_error', { disconnects: 'number_not_registered' }],
  [131057, 'provider_error', { attempts: 2 }],
  [190, 'provider_error', { reason: 'token_invalid', disconnects: 'token_invalid' }],
  [0, 'provider_error', { reason: 'token_invalid', disconnects: 'token_invalid' }],
  [10, 'capability_error', { reason: 'permission_missing', warns: true }],
  [3, 'capability_error', { reason: 'permission_missing', warns: true }],
  [200, 'capability_error', { reason: 'permission_missing', warns: true }],
  [131005, 'capability_error', { reason: 'permission_missing', warns: true }],
  [1, 'provider_error', { attempts: 2 }],
  [2, 'provider_error', { attempts: 2 }],
  [131016, 'provider_error', { attempts: 2 }],
  [104, 'provider_error', { reason: 'token_not_received' }],
  [133000, 'provider_error', { attempts: 2 }],
  [133004, 'provider_error', { attempts: 2 }],
  [134100, 'capability_error'],
  [134101, 'provider_error', { reason: 'template_syncing', attempts: 2 }],
  [134102, 'capability_error'],
  [131000, 'provider_error', { attempts: 2 }],
];
/** Codes of which the table has the range only. */
const ofRanges = [200, 80007, 80008];
/** Codes that no send meets: those of registration. */
const ofOtherCalls = [133005, 133006, 133008, 133009, 133015, 133016];

describe('a refusal by the provider', () => {
  let stack: CloudConnectorUnderTest;
  let number: ProviderNumber;

  beforeAll(async () => {
    stack = await startCloudConnector({ SANDBOX_PAIR_BURST: '0' }, { PROVIDER_PAIR_BURST: '0' });
    number = await stack.putNumber(BUSINESS);
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'opens the window' });
  });

  beforeEach(async () => void (await stack.connect(7, number)));

  afterAll(() => stack.stop());

  it('is described row by row', () => {
    const described = rows.map(([code]) => code).filter((code) => !ofRanges.includes(code));
    expect(new Set([...described, ...ofOtherCalls])).toEqual(new Set(knownCodes));
  });

  it.each<[MessageContent, string]>([
    [{ type: 'text', text: 'Hi' }, 'message'],
    [{ type: 'order', text: 'Pay', order: {} }, 'created_order_data'],
    [{ type: 'interactive', text: null, interactive: { type: 'list' } }, 'interactive'],
  ])('names the request member at fault: %j', async (content, member) => {
    const send = newSend({ content });
    await stack.phones.setFault({
      match: { reference: String(send.message_id) },
      mode: 'error',
      code: 131_008,
    });
    const { errors } = await refusal(stack.bus.request(sendThroughCloud, { body: send }));
    expect(Object.keys(errors!)).toEqual([member]);
  });

  it.each(rows)('with %i in its answer is reported as %s', async (provider, code, more = {}) => {
    const { reason, attempts = 1, disconnects, warns } = more;
    const isTransient = attempts > 1;
    const send = newSend();
    const match = { reference: String(send.message_id) };
    await stack.phones.setFault({ match, mode: 'error', code: provider });
    // Leaves time for one more attempt if one is due.
    const deadline = Date.now() + (isTransient ? 1_200 : 10_000);
    const refused = await refusal(stack.bus.request(sendThroughCloud, { body: { ...send, deadline } }));
    const expected: Partial<ErrorBody> = {
      code,
      retryable: isTransient,
      ...(reason !== undefined && { reason }),
      ...(code === 'template_required' && { template_send_endpoint: '/v1/templates/send' }),
    };
    expect(refused).toMatchObject(expected);
    expect(refused.provider).toMatchObject({ code: String(provider) });
    const settle = { channel_id: 7, message_id: send.message_id };
    expect(await stack.bus.request(settleCloudSend, { body: settle })).toMatchObject({
      outcome: 'refused',
      error: { code, provider: { code: String(provider) } },
    });
    expect(await stack.phones.sends(String(send.message_id))).toEqual([]);
    const [row] = await stack.query<{ status: string; reason: string; last_error: string | null }>(
      'SELECT status, reason, last_error FROM cloud_connector.numbers WHERE channel_id = 7',
    );
    expect(row!.status).toBe(disconnects ? 'disconnected' : 'connected');
    expect(row!.last_error !== null).toBe(Boolean(disconnects ?? warns));
    if (!disconnects) return;
    expect(row!.reason).toBe(disconnects);
    const [{ version }] = (await stack.query<{ version: number }>(
      'SELECT version::int FROM cloud_connector.numbers WHERE channel_id = 7',
    )) as [{ version: number }];
    const { data } = await stack.bus.nextEvent(
      numberStatusChanged,
      (event) => event.data.version === version,
    );
    expect(data).toMatchObject({ status: 'disconnected', reason: disconnects });
    expect(data.last_error).not.toBeNull();
  });

  it.each(rows.filter(([provider]) => [131047, 131042, 131049, 131050, 131026, 131053].includes(provider)))(
    'with %i in a status is reported as %s for an accepted message',
    async (provider, code) => {
      const send = newSend();
      const match = { reference: String(send.message_id) };
      await stack.phones.setFault({ match, mode: 'late_status', code: provider, delay_ms: 1 });
      await stack.bus.request(sendThroughCloud, { body: send });
      const isIt = ({ message_id, level }: { message_id: number; level: string }) =>
        message_id === send.message_id && level === 'failed';
      const { data } = await stack.bus.nextEvent(cloudMessageReceipts, (event) =>
        event.data.receipts.some(isIt),
      );
      expect(data.receipts.find(isIt)?.error).toMatchObject({ code, provider: { code: String(provider) } });
    },
  );

  it('in a status counts beside the others there, and if its code came as a text', async () => {
    const send = newSend();
    const { message_id, to } = send;
    await stack.deliver({ hold: true });
    const { chat_message_id: id } = await stack.bus.request(sendThroughCloud, { body: send });
    const status = {
      id,
      status: 'failed',
      timestamp: '1700000000',
      recipient_id: to,
      biz_opaque_callback_data: String(message_id),
      errors: [
        { code: 131000, title: 'Something went wrong' },
        { code: '131050', title: 'Stopped', error_data: { details: 'They stopped marketing messages.' } },
      ],
    };
    await stack.post(JSON.stringify(messagesCallback(number, { statuses: [status] })));
    const isIt = (receipt: Receipt) => receipt.message_id === message_id;
    const { data } = await stack.bus.nextEvent(cloudMessageReceipts, (event) =>
      event.data.receipts.some(isIt),
    );
    expect(data.receipts.find(isIt)!.error).toMatchObject({
      code: 'marketing_suppressed',
      reason: 'opted_out',
      provider: {
        code: '131050',
        message: 'Stopped: They stopped marketing messages.; 131000: Something went wrong',
      },
    });
    const stopped = await stack.bus.nextEvent(marketingPreferenceChanged, (event) => event.data.phone === to);
    expect(stopped.data.opted_out).toBe(true);
    await stack.deliver({ hold: false });
  });

  it('that says a person stopped marketing is published as an opt-out', async () => {
    const send = newSend({ to: '4915100000050' });
    await stack.bus.request(sendThroughCloud, { body: send });
    const { data } = await stack.bus.nextEvent(
      marketingPreferenceChanged,
      (event) => event.data.phone === send.to,
    );
    expect(data).toMatchObject({ channel_id: 7, opted_out: true });
  });
});
