import type { ErrorBody, ErrorCode } from '@chat/errors';
import { refusal } from '@chat/test-kit';
import { connectCloud, freshCustomer, openCloudShop, putNumber, type CloudShop } from './cloud-shop';
import type { RunningStack } from '../shared-stack';
import { sendText } from '../messages/shop';

/** Where the provider reports the error: in its answer to the send, in a later `failed` status, or in either. */
type Where = 'answer' | 'status' | 'either';

interface Row {
  provider: number;
  where: Where;
  code: ErrorCode;
  reason?: string;
  /** Whether the same send may succeed later; it is then attempted more than once. */
  isRetryable?: boolean;
  /** The reason with which the error disconnects the channel. */
  disconnects?: string;
}

const row = (provider: number, where: Where, code: ErrorCode, more: Partial<Row> = {}): Row => ({
  provider,
  where,
  code,
  ...more,
});
const busy = { isRetryable: true };
const limited = { ...busy, reason: 'provider_rate_limited' };
const invalidToken = { reason: 'token_invalid', disconnects: 'token_invalid' };
const noPermission = { reason: 'permission_missing' };
const isRestricted = { reason: 'account_restricted', disconnects: 'account_restricted' };
const notRegistered = { reason: 'number_not_registered', disconnects: 'number_not_registered' };
const removed = { disconnects: 'number_removed' };

/** The rows of the provider's reference that a send can get. */
const rows: Row[] = [
  row(131047, 'either', 'template_required'),
  row(131042, 'either', 'billing_blocked'),
  row(131044, 'either', 'billing_blocked'),
  row(131050, 'either', 'marketing_suppressed', { reason: 'opted_out' }),
  row(131049, 'either', 'marketing_suppressed', { reason: 'per_user_limit' }),
  row(130472, 'status', 'marketing_suppressed', { reason: 'experiment' }),
  row(131063, 'answer', 'capability_error', { reason: 'marketing_templates_disabled' }),
  row(131064, 'either', 'capability_error', { reason: 'messaging_limit' }),
  row(131026, 'either', 'capability_error', { reason: 'undeliverable' }),
  row(131030, 'answer', 'invalid_phone', { reason: 'recipient_not_allowed' }),
  row(131021, 'answer', 'invalid_phone'),
  row(131062, 'answer', 'capability_error', { reason: 'recipient_needs_phone' }),
  row(137000, 'status', 'capability_error', { reason: 'identity_changed' }),
  row(131051, 'either', 'capability_error', { reason: 'content_not_supported' }),
  row(131052, 'either', 'validation_error'),
  row(131053, 'either', 'validation_error'),
  row(131008, 'answer', 'validation_error'),
  row(131009, 'answer', 'validation_error'),
  row(100, 'answer', 'validation_error'),
  row(135000, 'answer', 'validation_error'),
  row(33, 'answer', 'not_found', removed),
  row(803, 'answer', 'not_found', removed),
  row(132000, 'answer', 'validation_error'),
  row(132001, 'answer', 'capability_error', { reason: 'template_not_approved' }),
  row(132005, 'answer', 'validation_error'),
  row(132007, 'answer', 'validation_error'),
  row(132008, 'answer', 'validation_error'),
  row(132012, 'answer', 'validation_error'),
  row(132015, 'answer', 'capability_error', { reason: 'template_paused' }),
  row(132016, 'answer', 'capability_error', { reason: 'template_disabled' }),
  row(132068, 'answer', 'capability_error', { reason: 'flow_blocked' }),
  row(132069, 'answer', 'capability_error', { reason: 'flow_throttled' }),
  row(134011, 'answer', 'billing_blocked'),
  row(130429, 'either', 'provider_error', limited),
  row(131056, 'either', 'provider_error', limited),
  row(80007, 'answer', 'provider_error', limited),
  row(4, 'answer', 'provider_error', limited),
  row(17, 'answer', 'provider_error', limited),
  row(613, 'answer', 'provider_error', limited),
  row(131048, 'either', 'capability_error', { reason: 'sender_restricted' }),
  row(368, 'either', 'capability_error', isRestricted),
  row(131031, 'either', 'capability_error', isRestricted),
  row(130497, 'either', 'capability_error', { reason: 'country_restricted' }),
  row(131037, 'answer', 'capability_error', { reason: 'display_name_not_approved' }),
  row(131045, 'answer', 'capability_error', notRegistered),
  row(133010, 'answer', 'capability_error', notRegistered),
  row(131057, 'answer', 'provider_error', { ...busy, reason: 'provider_unavailable' }),
  row(190, 'answer', 'provider_error', invalidToken),
  row(0, 'answer', 'provider_error', invalidToken),
  row(10, 'answer', 'capability_error', noPermission),
  row(3, 'answer', 'capability_error', noPermission),
  row(200, 'answer', 'capability_error', noPermission),
  row(299, 'answer', 'capability_error', noPermission),
  row(131005, 'answer', 'capability_error', noPermission),
  row(1, 'answer', 'provider_error', { ...busy, reason: 'provider_unavailable' }),
  row(2, 'answer', 'provider_error', { ...busy, reason: 'provider_unavailable' }),
  row(131016, 'answer', 'provider_error', { ...busy, reason: 'provider_unavailable' }),
  row(133004, 'answer', 'provider_error', { ...busy, reason: 'provider_unavailable' }),
  row(131000, 'either', 'provider_error', { ...busy, reason: 'provider_unavailable' }),
];
const inAnswers = rows.filter(({ where }) => where !== 'status');
const inStatuses = rows.filter(({ where }) => where !== 'answer');

/** How each error of the provider reaches a client: in the answer, the stored message, the events, and the channel. */
export function cloudErrors(stack: RunningStack): void {
  let shop: CloudShop;
  let customer: string;

  beforeAll(async () => {
    shop = await openCloudShop(stack());
    customer = await freshCustomer(stack(), shop);
  });

  afterAll(() => shop.receiver.stop());

  const send = (to = customer) => sendText(shop.client, shop.device.id, to, 'We are.');
  const failedWebhook = (id: number) =>
    shop.receiver.waitFor('message.failed', ({ data }) => data.message.id === id);
  const read = async (id: number) => (await shop.client.getMessage({ id })).message;
  const refuse = (to: string, code: number) =>
    stack().sandbox.setFault({ match: { to }, mode: 'error', code });

  /** Checks the answer, the stored message, and the event. */
  const expectRefused = async (error: ErrorBody, { provider, code, reason, isRetryable = false }: Row) => {
    const words = { code: String(provider), message: expect.any(String) as string };
    expect(error).toMatchObject({ code, retryable: isRetryable, provider: words });
    expect(error.reason).toBe(reason);
    if (code === 'template_required') expect(error.template_send_endpoint).toBe('/v1/templates/send');
    const id = error.message_id!;
    // A stored error has the sentences of `errors` as its message.
    const sentences = error.errors ? Object.values(error.errors).flat().join(' ') : error.message;
    const stored = await read(id);
    expect(stored).toMatchObject({
      status: 'failed',
      error: { code, message: sentences, reason: reason ?? null, provider: words },
      chat_message_id: null,
      sent_at: null,
    });
    expect(stored.failed_at).not.toBeNull();
    const { verified, data } = await failedWebhook(id);
    expect({ verified, message: data.message }).toEqual({ verified: true, message: stored });
    expect(await stack().sandbox.sends(String(id))).toEqual([]);
  };

  it.each(inAnswers.filter(({ isRetryable, disconnects }) => !isRetryable && !disconnects))(
    'answers $code for $provider and stores the message as failed',
    async (expected) => {
      await refuse(customer, expected.provider);
      await expectRefused(await refusal(send()), expected);
      await send();
    },
  );

  // Each takes until the deadline, so they run concurrently.
  it('answers a retryable provider_error when the error persists until the deadline', async () => {
    const transient = inAnswers.filter(({ isRetryable }) => isRetryable);
    const errors = await Promise.all(
      transient.map(async ({ provider }) => {
        const to = await freshCustomer(stack(), shop);
        await refuse(to, provider);
        return refusal(send(to));
      }),
    );
    for (const [index, expected] of transient.entries()) await expectRefused(errors[index]!, expected);
  });

  it.each(inAnswers.filter(({ disconnects }) => disconnects))(
    'answers $code for $provider and disconnects the channel until it is renewed',
    async (expected) => {
      await refuse(customer, expected.provider);
      await expectRefused(await refusal(send()), expected);
      const lost = await shop.receiver.waitFor(
        'device.status_changed',
        ({ data }) => data.to_status === 'disconnected' && data.reason === expected.disconnects,
      );
      expect(lost.data).toMatchObject({
        device: { id: shop.device.id, connection_status: 'disconnected' },
        from_status: 'connected',
      });
      expect(await shop.client.getChannelStatus({ id: shop.device.id })).toMatchObject({
        last_error: expect.stringMatching(/provider|number|token/) as string,
        last_error_reason: expected.disconnects,
      });
      expect(await refusal(send())).toMatchObject({
        code: 'capability_error',
        reason: 'channel_not_connected',
      });

      shop.receiver.received.length = 0;
      const renewed = await connectCloud(
        stack(),
        shop.accountId,
        await putNumber(stack(), shop.number.digits),
      );
      expect(renewed).toMatchObject({ id: shop.device.id, connection_status: 'connected' });
      await send();
    },
  );

  it.each(inStatuses)(
    'fails an accepted message with $code when its status says $provider',
    async (expected) => {
      const { provider, code, disconnects } = expected;
      await stack().sandbox.setFault({
        match: { to: customer },
        mode: 'late_status',
        code: provider,
        delay_ms: 1,
      });
      const { message_id: id, chat_message_id } = await send();
      const { data } = await failedWebhook(id);
      expect(data.message).toMatchObject({
        status: 'failed',
        chat_message_id,
        error: { code, provider: { code: String(provider) } },
      });
      expect((await read(id)).error).toEqual(data.message.error);
      expect(await stack().sandbox.sends(String(id))).toHaveLength(1);
      if (disconnects)
        await connectCloud(stack(), shop.accountId, await putNumber(stack(), shop.number.digits));
    },
  );
}
