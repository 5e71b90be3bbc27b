import { connectCloudChannel, type Channel, type QrCode } from '@chat/contracts/channels';
import type { CreatedWebhook } from '@chat/contracts/webhooks';
import { systemContext } from '@chat/service-kit';
import { ApiClient, WebhookReceiver, type Stack } from '@chat/test-kit';

const SCOPES = ['tickets:read', 'tickets:write', 'templates:read'];
const TICKET_TYPE = 'support';
/** Of the Device channel. */
export const PHONE = '12025500301';
const NUMBER = '12025500302';
/** The ending of a number decides how the provider of the sandbox treats messages to it. */
const CUSTOMERS = { anybody: '12025540301', refused: '12025550500' };

/** A customer of the installation, who calls the API and receives webhooks. */
export class Customer {
  private created = 0;

  private constructor(
    /** With all scopes but those of the desk. */
    readonly client: ApiClient,
    /** For tickets and templates, whose scopes a key must name. */
    readonly desk: ApiClient,
    readonly receiver: WebhookReceiver,
    readonly webhookId: number,
    /** Null without channels. */
    private readonly channels: Channels | null,
  ) {}

  static async open(stack: Stack, hasChannels: boolean): Promise<Customer> {
    const { id: accountId } = await stack.admin.createAccount({ name: 'Alerts' });
    const clientWith = async (scopes: string[] | null) =>
      new ApiClient(stack.gatewayUrls[0]!, await stack.admin.createApiKey(accountId, { scopes }), null);
    const client = await clientWith(null);
    const desk = await clientWith(SCOPES);
    await desk.post('/v1/ticket-types', { key: TICKET_TYPE, name: 'Support' });
    const receiver = await WebhookReceiver.start(null);
    const hook = { label: 'Alerts', url: receiver.url, events: ['ticket.created'] };
    const { webhook } = (await client.post<CreatedWebhook>('/v1/webhooks', hook)).data;
    // An endpoint that has never responded with 2xx counts as new, and makes no webhook late.
    await client.post(`/v1/webhooks/${webhook.id}/test`);
    const channels = hasChannels ? await connectChannels(stack, client, accountId) : null;
    return new Customer(client, desk, receiver, webhook.id, channels);
  }

  stop(): Promise<void> {
    return this.receiver.stop();
  }

  /** Creates a ticket, and with it an event that is delivered to the receiver. */
  async createTicket(): Promise<void> {
    this.created += 1;
    await this.desk.post('/v1/tickets', { type_key: TICKET_TYPE, subject: `Ticket ${this.created}` });
  }

  /** Connects the phone again, which is still linked. */
  async connectPhone(): Promise<void> {
    await this.client.post(`/v1/devices/${this.channels!.phone.id}/qr`);
  }

  /** Sends a text by the provider's cloud. */
  async send(to: keyof typeof CUSTOMERS): Promise<void> {
    const receiver = { mobile_code: '1', mobile: CUSTOMERS[to].slice(1) };
    await this.client.post('/v1/messages', {
      ...receiver,
      chat_account_id: this.channels!.cloud.id,
      message: 'Hello',
    });
  }
}

interface Channels {
  phone: Channel;
  /** On the provider's cloud. */
  cloud: Channel;
}

/** Links a phone, and connects a number on the cloud, to which its customers have written. */
async function connectChannels(stack: Stack, client: ApiClient, accountId: number): Promise<Channels> {
  const { device } = (await client.post<{ device: Channel }>('/v1/devices', { name: 'Shop' })).data;
  const { qr } = (await client.post<QrCode>(`/v1/devices/${device.id}/qr`)).data;
  await stack.sandbox.scan(PHONE, qr!);
  const { access_token: token, waba_id, phone_number_id } = await stack.sandbox.putNumber(NUMBER);
  const body = { account_id: accountId, waba_id, phone_number_id, token, coexistence: false };
  const { device: cloud } = await stack.admin.bus.request(connectCloudChannel, systemContext(0), { body });
  for (const customer of Object.values(CUSTOMERS)) {
    await stack.sandbox.write(customer, { to: NUMBER, text: 'Hello?' });
  }
  return { phone: device, cloud };
}
