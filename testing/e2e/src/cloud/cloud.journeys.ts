import type { MessageEventData } from '@chat/client';
import { connectCloudChannel } from '@chat/contracts/channels';
import { systemContext } from '@chat/service-kit';
import { failureOf, refusal, until } from '@chat/test-kit';
import {
  connectCloud,
  control,
  freshCustomer,
  freshCustomerNumber,
  openCloudShop,
  putNumber,
  type CloudShop,
} from './cloud-shop';
import type { RunningStack } from '../shared-stack';
import { freshNumber, receiverAt, sendText, untilStatus } from '../messages/shop';

/** The life of Cloud channels, and what clients see of it. */
export function cloudChannels(stack: RunningStack): void {
  let shop: CloudShop;

  beforeEach(async () => {
    shop = await openCloudShop(stack());
  });

  afterEach(async () => {
    await shop.receiver.stop();
    expect(shop.receiver.received.filter(({ verified }) => !verified)).toEqual([]);
  });

  const happens = (event: string, members: object = {}) =>
    control(stack(), 'POST', `/cloud/numbers/${shop.number.digits}/events`, { event, ...members });
  const statusChange = (from: string, to: string) =>
    shop.receiver.waitFor(
      'device.status_changed',
      ({ data }) => data.from_status === from && data.to_status === to,
    );
  const send = (to: string, text: string) => sendText(shop.client, shop.device.id, to, text);
  const lastErrorOf = async (status: 'connected' | 'disconnected') =>
    (await untilStatus(shop.client, shop.device.id, status)).last_error;

  it('is connected immediately, and fires its status change only', async () => {
    const { data } = await statusChange('pending', 'connected');
    expect(data).toMatchObject({
      reason: 'connected',
      device: {
        id: shop.device.id,
        channel_type: 'cloud',
        effective_channel_type: 'cloud',
        phone_number: shop.number.digits,
      },
    });
    expect(shop.receiver.ofType('device.connected')).toEqual([]);
    const { id } = shop.device;
    for (const link of [
      () => shop.client.createQr({ id }),
      () => shop.client.createPairingCode({ id, phone: shop.number.digits }),
      () => shop.client.reconnectChannel({ id }),
    ]) {
      expect((await refusal(link())).code).toBe('invalid_channel_type');
    }
  });

  it.each(['number_removed', 'account_restricted'])(
    'is disconnected by %s, then sends nothing, and is connected again when the provider reconnects it',
    async (event) => {
      const customer = await freshCustomer(stack(), shop);
      await happens(event);
      expect((await statusChange('connected', 'disconnected')).data.reason).toBe(event);
      expect(await lastErrorOf('disconnected')).not.toBeNull();
      expect(await refusal(send(customer, 'Not now'))).toMatchObject({
        code: 'capability_error',
        reason: 'channel_not_connected',
      });

      await happens('account_reconnected');
      expect((await statusChange('disconnected', 'connected')).data.reason).toBe('reconnected');
      expect(await lastErrorOf('connected')).toBeNull();
      await send(customer, 'Back again');
    },
  );

  it('stays connected when it may not start conversations, and refuses only these until that ends', async () => {
    const customer = await freshCustomer(stack(), shop);
    const expiration = new Date(Date.now() + 3_600_000).toISOString();
    await happens('account_restricted', { kinds: ['business_initiated'], expiration });
    await until(async () => (await lastErrorOf('connected'))?.includes('no conversation can be started'), {
      describe: 'the channel to show it',
    });
    await send(customer, 'Your answer');
    const admin = stack().typedClient(
      await stack().admin.createApiKey(shop.accountId, { scopes: ['templates:write', 'templates:read'] }),
    );
    const draft = {
      name: `hello_${shop.accountId}`,
      language: 'en',
      category: 'UTILITY',
      body: 'Your order is ready.',
    } as const;
    const { template } = await admin.createTemplate({ ...draft, chat_account_id: shop.device.id });
    await shop.receiver.waitFor('template.status_changed');
    const sendTemplate = (to: string) =>
      shop.client.sendTemplate({
        ...receiverAt(to),
        template_id: template.template_id,
        chat_account_id: shop.device.id,
      });
    const refused = await refusal(sendTemplate(freshCustomerNumber()));
    expect(refused).toMatchObject({
      code: 'capability_error',
      reason: 'reachout_restricted',
      retryable: false,
    });
    expect(Date.parse((refused as { until?: string }).until!)).toBe(
      Math.ceil(Date.parse(expiration) / 1_000) * 1_000,
    );
    await sendTemplate(customer);

    await happens('account_reconnected');
    await until(async () => (await lastErrorOf('connected')) === null, {
      describe: 'the channel to be free',
    });
    await sendTemplate(freshCustomerNumber());
  });

  it('shows its quality, limit and name at the provider, and tells when they change', async () => {
    const shown = async () => {
      const { devices } = await shop.client.listChannels();
      const { quality_rating, messaging_limit, name_status } = devices.find(
        ({ id }) => id === shop.device.id,
      )!;
      return { quality_rating, messaging_limit, name_status };
    };
    const fresh = { quality_rating: 'GREEN', messaging_limit: 'TIER_1K', name_status: 'APPROVED' };
    expect(await shown()).toEqual(fresh);
    await happens('quality', { rating: 'RED', limit: 'TIER_250' });
    const { data } = await shop.receiver.waitFor(
      'device.updated',
      (event) => 'quality_rating' in event.data.previous,
    );
    expect(data).toMatchObject({
      device: { id: shop.device.id, quality_rating: 'RED' },
      previous: { quality_rating: 'GREEN' },
    });
    expect(await shown()).toEqual({ ...fresh, quality_rating: 'RED', messaging_limit: 'TIER_250' });
  });

  it('is disconnected when its token becomes invalid, and renewed with another without using a second slot', async () => {
    const customer = await freshCustomer(stack(), shop);
    await happens('token_invalid');
    const error = await refusal(send(customer, 'Not now'));
    // The sync of templates may be the first to get the refusal, and the channel does not show it immediately.
    if (error.code !== 'service_unavailable')
      expect(error).toMatchObject({ code: 'provider_error', reason: 'token_invalid', retryable: false });
    expect((await statusChange('connected', 'disconnected')).data.reason).toBe('token_invalid');
    expect(await refusal(send(customer, 'Not now'))).toMatchObject({
      code: 'capability_error',
      reason: 'channel_not_connected',
    });

    const renewed = await putNumber(stack(), shop.number.digits);
    expect(renewed.access_token).not.toBe(shop.number.access_token);
    expect((await connectCloud(stack(), shop.accountId, renewed)).id).toBe(shop.device.id);
    await statusChange('disconnected', 'connected');
    const { devices } = await shop.client.listChannels();
    expect(devices).toHaveLength(1);
    await send(customer, 'Back again');
  });

  it('has a number that only one of two accounts can connect', async () => {
    const number = await putNumber(stack(), freshNumber());
    const rival = await openCloudShop(stack());
    const claims = await Promise.allSettled(
      [shop, rival].map(({ accountId }) => connectCloud(stack(), accountId, number)),
    );
    await rival.receiver.stop();
    expect(claims.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [refused] = claims.filter((claim) => claim.status === 'rejected');
    expect(refused!.reason).toMatchObject({ code: 'conflict', details: { reason: 'number_in_use' } });
    const withIt = await Promise.all(
      [shop, rival].map(async ({ client }) => {
        const { devices } = await client.listChannels();
        return devices.filter(({ phone_number }) => phone_number === number.digits).length;
      }),
    );
    expect(withIt.toSorted()).toEqual([0, 1]);
  });

  it('releases its number when it is deleted, and hides everything linked to it', async () => {
    const customer = await freshCustomer(stack(), shop);
    const { message_id: id } = await send(customer, 'Hello');
    await shop.client.deleteChannel({ id: shop.device.id });
    expect((await refusal(shop.client.getMessage({ id }))).code).toBe('not_found');
    const other = await openCloudShop(stack());
    await connectCloud(stack(), other.accountId, shop.number);
    const { devices } = await other.client.listChannels();
    expect(devices.map(({ phone_number }) => phone_number)).toContain(shop.number.digits);
    await other.receiver.stop();
  });

  it('refuses a token of another number, without repeating any of it', async () => {
    const body = {
      account_id: shop.accountId,
      waba_id: shop.number.waba_id,
      phone_number_id: shop.number.phone_number_id,
      token: 'EAAplanted',
      coexistence: false,
    };
    const refused = await stack()
      .admin.bus.request(connectCloudChannel, systemContext(0), { body })
      .catch((error: unknown) => JSON.stringify(error));
    expect(refused).toContain('token');
    expect(refused).not.toContain('EAAplanted');
  });

  it('shows that its number cannot be billed until a billed message is sent', async () => {
    const customer = await freshCustomer(stack(), shop);
    await stack().sandbox.setFault({ match: { to: customer }, mode: 'error', code: 131042 });
    expect((await refusal(send(customer, 'Not now'))).code).toBe('billing_blocked');
    await until(async () => (await lastErrorOf('connected'))?.includes('bill'), {
      describe: 'the channel to show it',
    });
    await send(customer, 'Free of charge');
  });

  it.each([
    ['in its answer', { mode: 'error', code: 131050 }],
    ['in a status', { mode: 'late_status', code: 131050, delay_ms: 1 }],
  ] as const)('shows that a person opted out of marketing when the provider says so %s', async (_, fault) => {
    const customer = await freshCustomer(stack(), shop);
    const person = { firstname: 'Ana', lastname: 'Núñez', ...receiverAt(customer) };
    const { contact } = await shop.client.createContact(person);
    expect(contact.marketing_opted_out).toBe(false);
    await stack().sandbox.setFault({ match: { to: customer }, ...fault });
    // It is refused immediately, or accepted and failed by a status.
    await failureOf(send(customer, 'Half the price!'));
    const { data } = await shop.receiver.waitFor('message.failed');
    expect(data.message.error).toMatchObject({ code: 'marketing_suppressed', provider: { code: '131050' } });
    const optedOut = async () => {
      const { contacts } = await shop.client.listContacts();
      return contacts.find(({ id }) => id === contact.id)!.marketing_opted_out;
    };
    await until(optedOut, { describe: 'the contact to show it' });

    await stack().sandbox.setPhone(customer, { marketing: 'on' });
    await until(async () => !(await optedOut()), { describe: 'the contact to have resumed it' });
  });

  it('allows replies only within the care window, counted from the last message of the person', async () => {
    const stranger = freshCustomerNumber();
    const closed = await refusal(send(stranger, 'Hello?'));
    expect(closed).toMatchObject({
      code: 'template_required',
      template_send_endpoint: '/v1/templates/send',
      retryable: false,
    });
    expect(closed).not.toHaveProperty('message_id');
    await freshCustomer(stack(), shop, stranger);
    await send(stranger, 'Hello!');
  });

  it('follows a message until it is read', async () => {
    const customer = await freshCustomer(stack(), shop);
    const { message_id: id } = await send(customer, 'Hello');
    const isIt = ({ data }: { data: MessageEventData }) => data.message.id === id;
    await shop.receiver.waitFor('message.sent', isIt);
    await shop.receiver.waitFor('message.delivered', isIt);
    await stack().sandbox.openChat(customer, shop.number.digits);
    await shop.receiver.waitFor('message.read', isIt);
    const { message } = await shop.client.getMessage({ id });
    expect(message).toMatchObject({ status: 'read', error: null });
  });
}
