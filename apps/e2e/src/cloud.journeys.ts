import {
  connectCloudChannel,
  type ChannelList,
  type DeviceStatusChangedData,
} from '@chat/contracts/channels';
import type { Contact } from '@chat/contracts/crm';
import type { Message, MessageEventData } from '@chat/contracts/messaging';
import { systemContext } from '@chat/service-kit';
import { until } from '@chat/testing';
import {
  connectCloud,
  control,
  freshCustomer,
  freshCustomerNumber,
  openCloudShop,
  putNumber,
  type CloudShop,
} from './cloud-shop';
import type { RunningStack } from './shared-stack';
import { freshNumber, sendText, untilStatus } from './shop';

/** What becomes of Cloud channels, and of what people are told by them. */
export function cloudChannels(stack: RunningStack): void {
  let shop: CloudShop;

  beforeEach(async () => {
    shop = await openCloudShop(stack());
  });

  afterEach(async () => {
    await shop.receiver.stop();
    expect(shop.receiver.received.filter(({ verified }) => !verified)).toEqual([]);
  });

  const happens = (event: string) =>
    control(stack(), 'POST', `/cloud/numbers/${shop.number.digits}/events`, { event });
  const statusChange = (from: string, to: string) =>
    shop.receiver.waitFor<DeviceStatusChangedData>(
      'device.status_changed',
      ({ data }) => data.from_status === from && data.to_status === to,
    );
  const lastErrorOf = async (status: 'connected' | 'disconnected') =>
    (await untilStatus(shop.client, shop.device.id, status)).last_error;

  it('is connected at once, and fires its change of status only', async () => {
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
    for (const path of ['qr', 'pairing-code', 'reconnect']) {
      const body = path === 'pairing-code' ? { phone: shop.number.digits } : undefined;
      const answer = await shop.client.post(`/v1/devices/${shop.device.id}/${path}`, body);
      expect([answer.status, answer.error.code]).toEqual([422, 'invalid_channel_type']);
    }
  });

  it.each(['number_removed', 'account_restricted'])(
    'is disconnected by %s, sends nothing then, and is back when the provider reconnects it',
    async (event) => {
      const customer = await freshCustomer(stack(), shop);
      await happens(event);
      expect((await statusChange('connected', 'disconnected')).data.reason).toBe(event);
      expect(await lastErrorOf('disconnected')).not.toBeNull();
      expect((await sendText(shop.client, shop.device.id, customer, 'Not now')).error).toMatchObject({
        code: 'capability_error',
        reason: 'channel_not_connected',
      });

      await happens('account_reconnected');
      expect((await statusChange('disconnected', 'connected')).data.reason).toBe('reconnected');
      expect(await lastErrorOf('connected')).toBeNull();
      expect((await sendText(shop.client, shop.device.id, customer, 'Back again')).status).toBe(201);
    },
  );

  it('is disconnected when its token died, and renewed with another, without a second slot', async () => {
    const customer = await freshCustomer(stack(), shop);
    await happens('token_invalid');
    const { error } = await sendText(shop.client, shop.device.id, customer, 'Not now');
    // The sync of templates may be the first to meet the dead token. The channel does not show it in the same moment.
    if (error.code !== 'service_unavailable')
      expect(error).toMatchObject({ code: 'provider_error', reason: 'token_invalid', retryable: false });
    expect((await statusChange('connected', 'disconnected')).data.reason).toBe('token_invalid');
    expect((await sendText(shop.client, shop.device.id, customer, 'Not now')).error).toMatchObject({
      code: 'capability_error',
      reason: 'channel_not_connected',
    });

    const renewed = await putNumber(stack(), shop.number.digits);
    expect(renewed.access_token).not.toBe(shop.number.access_token);
    expect((await connectCloud(stack(), shop.accountId, renewed)).id).toBe(shop.device.id);
    await statusChange('disconnected', 'connected');
    const { devices } = (await shop.client.get<ChannelList>('/v1/devices')).data;
    expect(devices).toHaveLength(1);
    expect((await sendText(shop.client, shop.device.id, customer, 'Back again')).status).toBe(201);
  });

  it('has one number of which two accounts cannot both make a channel', async () => {
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
        const { devices } = (await client.get<ChannelList>('/v1/devices')).data;
        return devices.filter(({ phone_number }) => phone_number === number.digits).length;
      }),
    );
    expect(withIt.toSorted()).toEqual([0, 1]);
  });

  it('lets go of its number when it is deleted, and hides all that hangs on it', async () => {
    const customer = await freshCustomer(stack(), shop);
    const { message_id } = (await sendText(shop.client, shop.device.id, customer, 'Hello')).data;
    await shop.client.delete(`/v1/devices/${shop.device.id}`);
    expect((await shop.client.get(`/v1/messages/${message_id}`)).error.code).toBe('not_found');
    const other = await openCloudShop(stack());
    await connectCloud(stack(), other.accountId, shop.number);
    const { devices } = (await other.client.get<ChannelList>('/v1/devices')).data;
    expect(devices.map(({ phone_number }) => phone_number)).toContain(shop.number.digits);
    await other.receiver.stop();
  });

  it('refuses a token that is not one of this number, and repeats none of it', async () => {
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

  it('shows that its number cannot be billed until a billed message goes out', async () => {
    const customer = await freshCustomer(stack(), shop);
    await stack().sandbox.setFault({ match: { to: customer }, mode: 'error', code: 131042 });
    const refused = await sendText(shop.client, shop.device.id, customer, 'Not now');
    expect([refused.status, refused.error.code]).toEqual([402, 'billing_blocked']);
    await until(async () => (await lastErrorOf('connected'))?.includes('bill'), {
      describe: 'the channel to show it',
    });
    expect((await sendText(shop.client, shop.device.id, customer, 'Free of charge')).status).toBe(201);
  });

  it.each([
    ['in its answer', { mode: 'error', code: 131050 }],
    ['in a status', { mode: 'late_status', code: 131050, delay_ms: 1 }],
  ] as const)('shows that a person stopped marketing when the provider says so %s', async (_, fault) => {
    const customer = await freshCustomer(stack(), shop);
    const { contact } = (
      await shop.client.post<{ contact: Contact }>('/v1/contacts', {
        firstname: 'Ana',
        lastname: 'Núñez',
        mobile_code: '1',
        mobile: customer.slice(1),
      })
    ).data;
    expect(contact.marketing_opted_out).toBe(false);
    await stack().sandbox.setFault({ match: { to: customer }, ...fault });
    await sendText(shop.client, shop.device.id, customer, 'Half the price!');
    const { data } = await shop.receiver.waitFor<MessageEventData>('message.failed');
    expect(data.message.error).toMatchObject({ code: 'marketing_suppressed', provider: { code: '131050' } });
    const optedOut = async () => {
      const { contacts } = (await shop.client.get<{ contacts: Contact[] }>('/v1/contacts')).data;
      return contacts.find(({ id }) => id === contact.id)!.marketing_opted_out;
    };
    await until(optedOut, { describe: 'the contact to show it' });

    await stack().sandbox.change(customer, { marketing: 'on' });
    await until(async () => !(await optedOut()), { describe: 'the contact to have resumed it' });
  });

  it('answers within the care window only, by the last message of the person', async () => {
    const stranger = freshCustomerNumber();
    const closed = await sendText(shop.client, shop.device.id, stranger, 'Hello?');
    expect(closed.error).toMatchObject({
      code: 'template_required',
      template_send_endpoint: '/v1/templates/send',
      retryable: false,
    });
    expect(closed.error).not.toHaveProperty('message_id');
    await freshCustomer(stack(), shop, stranger);
    expect((await sendText(shop.client, shop.device.id, stranger, 'Hello!')).status).toBe(201);
  });

  it('follows a message until it is read', async () => {
    const customer = await freshCustomer(stack(), shop);
    const { message_id } = (await sendText(shop.client, shop.device.id, customer, 'Hello')).data;
    const isIt = ({ data }: { data: MessageEventData }) => data.message.id === message_id;
    await shop.receiver.waitFor<MessageEventData>('message.sent', isIt);
    await shop.receiver.waitFor<MessageEventData>('message.delivered', isIt);
    await stack().sandbox.openChat(customer, shop.number.digits);
    await shop.receiver.waitFor<MessageEventData>('message.read', isIt);
    const { message } = (await shop.client.get<{ message: Message }>(`/v1/messages/${message_id}`)).data;
    expect(message).toMatchObject({ status: 'read', error: null });
  });
}
