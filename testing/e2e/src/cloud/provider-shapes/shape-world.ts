import { createHash, createHmac } from 'node:crypto';
import type { Message, WholeMessage } from '@chat/client';
import { connectCloudChannel } from '@chat/contracts/channels';
import { providerCallbacks, SIGNATURE_HEADER } from '@chat/contracts/cloud-connector';
import { MARA, shapeNamed, type Facts, type Shape } from '@chat/sandbox/shapes';
import { systemContext } from '@chat/service-kit';
import { until, type Stack, type TestClient, type WebhookReceiver } from '@chat/test-kit';
import { freshNumber, listen, readAll } from '../../messages/shop';
import { control } from '../cloud-shop';
import { linesOf, type Shown } from './what-shows';

/** Writes after each shape, so that all that comes of a callback has begun once it is there. */
const SENTINEL = '4915110000666';
const sentinel: Shape = {
  name: 'sentinel',
  source: shapeNamed('text').source,
  body: ({ wabaId, phoneNumberId, business, now, id }) => {
    const metadata = { display_phone_number: business, phone_number_id: phoneNumberId };
    const messages = [
      { from: SENTINEL, id, timestamp: String(now), type: 'text', text: { body: 'All before was taken.' } },
    ];
    const value = { messaging_product: 'whatsapp', metadata, messages };
    const entry = [{ id: wabaId, changes: [{ field: 'messages', value }] }];
    return { object: 'whatsapp_business_account', entry };
  },
};
/** The app of every stack. */
const APP_ID = '900000000000001';
const THEIRS = 'wamid.THEIRS';
const scopes = [
  ...['devices:read', 'messages:read', 'messages:send', 'messages:webhook', 'conversations:read'],
  ...['contacts:read', 'contacts:write', 'templates:read', 'templates:write'],
];
/** What a template needs to be the one that shapes name. Its review does not end by itself. */
const template = {
  name: 'order_confirmation_slow',
  language: 'en_US',
  category: 'UTILITY',
  body: 'Dear {{1}}, your order is ready.',
  body_examples: ['Ana'],
} as const;

/** What a shape needs to be there before. */
export interface Needs {
  /** Whether the number stays in the business app. */
  coexistence?: boolean;
  /** Whether Mara is a contact. */
  contact?: boolean;
  template?: boolean;
  /** A file that the provider has. */
  file?: { type: string; hex: string };
  /** How the provider describes the number from the connection on. */
  atProvider?: object;
}

/** An account with one number, in which Mara wrote a text and got one, for one shape alone. */
export class ShapeWorld {
  private posted = 0;
  private hasTemplate = false;
  private readonly known = new Map<number, WholeMessage>();

  private constructor(
    private readonly stack: Stack,
    private readonly secret: string,
    private readonly accountId: number,
    private readonly channelId: number,
    private readonly client: TestClient,
    private readonly receiver: WebhookReceiver,
    private readonly facts: Omit<Facts, 'id' | 'now'>,
  ) {}

  static async open(stack: Stack, secret: string, needs: Needs): Promise<ShapeWorld> {
    const { coexistence = false } = needs;
    const { id: accountId } = await stack.admin.createAccount({ rate_limit: 100_000 });
    const client = stack.typedClient(await stack.admin.createApiKey(accountId, { scopes }));
    const receiver = await listen(client);
    const business = freshNumber();
    const number = await control<{ waba_id: string; phone_number_id: string; access_token: string }>(
      stack,
      'PUT',
      `/cloud/numbers/${business}`,
      { coexistence },
    );
    const { waba_id: wabaId, phone_number_id: phoneNumberId, access_token: token } = number;
    const body = {
      account_id: accountId,
      waba_id: wabaId,
      phone_number_id: phoneNumberId,
      token,
      coexistence,
    };
    const { device } = await stack.admin.bus.request(connectCloudChannel, systemContext(0), { body });
    const facts = {
      wabaId,
      phoneNumberId,
      business,
      appId: APP_ID,
      theirs: THEIRS,
      ours: '',
      media: { id: '1', sha256: '' },
      template: '1689556908129832',
    };
    const world = new ShapeWorld(stack, secret, accountId, device.id, client, receiver, facts);
    if (needs.atProvider) await control(stack, 'PUT', `/cloud/numbers/${business}`, needs.atProvider);
    if (needs.file) await world.upload(needs.file, token);
    await world.prepare(needs);
    return world;
  }

  /** Has the provider send a shape. @returns the status of the answer. */
  async post(shape: Shape, id?: string): Promise<number> {
    this.posted += 1;
    // Later than all before, as the provider tells in seconds.
    const now = Math.floor(Date.now() / 1000) + this.posted;
    const body = JSON.stringify(shape.body({ ...this.facts, now, id: id ?? `wamid.SHAPE${this.posted}` }));
    const signature = `sha256=${createHmac('sha256', this.secret).update(body).digest('hex')}`;
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature };
    const url = this.stack.callbackUrl + providerCallbacks;
    return (await fetch(url, { method: 'POST', headers, body })).status;
  }

  /** Waits until all callbacks so far were taken. */
  async pass(): Promise<void> {
    const id = `wamid.PASS${this.posted}`;
    await this.post(sentinel, id);
    await this.hears('message.received', ({ chat_message_id }) => chat_message_id === id);
  }

  /** The port may have been that of a receiver whose account still tries to deliver, in vain until now. */
  private async hears(
    type: 'message.received' | 'message.sent',
    isIt: (message: Message) => boolean = () => true,
  ): Promise<void> {
    await this.receiver.waitFor(type, ({ verified, data }) => verified && isIt(data.message));
  }

  /** The events so far, without those of the sentinel: their types, and the reason of a changed status. */
  get events(): string[] {
    return this.receiver.received
      .filter(({ verified, body }) => verified && !body.includes(SENTINEL))
      .map(({ type, data: { reason } }) => (typeof reason === 'string' ? `${type} ${reason}` : type));
  }

  /** Waits until the callbacks so far have shown as expected. */
  async settle(lines: string[]): Promise<void> {
    const nobody = { ...(await this.look()), conversations: [], messages: [], contacts: [], templates: [] };
    const shows = async () => {
      const shown = linesOf(nobody, await this.look());
      return lines.filter((line) => !line.startsWith('channel')).every((line) => shown.includes(line));
    };
    await until(shows, { describe: `an account to show ${lines.join(', ')}` });
  }

  async look(): Promise<Shown> {
    const { client, channelId: id } = this;
    const conversations = (await readAll(client.listConversations({ per_page: 100 }))).filter(
      ({ contact }) => contact.phone !== SENTINEL,
    );
    const messages: WholeMessage[] = [];
    for (const conversation of conversations) {
      for (const message of await readAll(client.listMessages({ id: conversation.id, per_page: 100 }))) {
        messages.push(await this.wholeOf(message));
      }
    }
    return {
      channel: (await client.listChannels()).devices.find((device) => device.id === id)!,
      status: await client.getChannelStatus({ id }),
      conversations: conversations.toSorted((one, other) => one.id - other.id),
      messages: messages.toSorted((one, other) => one.id - other.id),
      contacts: await readAll(client.listContacts({ per_page: 100 })),
      templates: this.hasTemplate ? [(await client.getTemplate({ id: this.facts.template })).template] : [],
      deadLetters: await this.deadLetters(),
    };
  }

  stop(): Promise<void> {
    return this.receiver.stop();
  }

  /** The message with what lists leave out. It is read again only if it has changed. */
  private async wholeOf({ id, updated_at: at }: Message): Promise<WholeMessage> {
    const known = this.known.get(id);
    if (known?.updated_at === at) return known;
    const { message } = await this.client.getMessage({ id });
    this.known.set(id, message);
    return message;
  }

  private async upload({ type, hex }: { type: string; hex: string }, token: string): Promise<void> {
    const bytes = Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(64)]);
    const form = new FormData();
    form.append('messaging_product', 'whatsapp');
    form.append('type', type);
    form.append('file', new File([bytes], 'file', { type }));
    const url = `${this.stack.sandboxUrl}/v23.0/${this.facts.phoneNumberId}/media`;
    const headers = { authorization: `Bearer ${token}` };
    const { id } = (await (await fetch(url, { method: 'POST', headers, body: form })).json()) as {
      id: string;
    };
    this.facts.media = { id, sha256: createHash('sha256').update(bytes).digest('base64') };
  }

  private async prepare(needs: Needs): Promise<void> {
    await this.post(shapeNamed('text'), THEIRS);
    await this.hears('message.received');
    const receiver = { mobile_code: '49', mobile: MARA.phone.slice(2) };
    const sent = await this.client.sendMessage({ ...receiver, message: 'Answer' });
    this.facts.ours = sent.chat_message_id;
    await this.hears('message.sent');
    if (needs.contact) await this.createContact('Mara', receiver);
    if (!needs.template) return;
    const body = { ...template, body_examples: [...template.body_examples] };
    const made = await this.client.createTemplate({ chat_account_id: this.channelId, ...body });
    this.facts.template = made.template.provider_template_id!;
    // The first reading of a new account's templates is behind: a later one would undo what shapes tell, since the provider
    // knows nothing of it.
    await this.client.syncTemplates({});
    this.hasTemplate = true;
  }

  private async createContact(firstname: string, at: { mobile_code: string; mobile: string }): Promise<void> {
    await this.client.createContact({ firstname, ...at });
    const isNamed = async () =>
      (await this.look()).conversations.some(({ contact }) => contact.name === firstname);
    await until(isNamed, { describe: 'the conversation to be named after the contact' });
  }

  private async deadLetters(): Promise<string[]> {
    const dead = await this.stack.query<{ type: string }>(
      `SELECT type FROM cloud_connector.jobs WHERE account_id = $1 AND state = 'dead'
       UNION ALL SELECT type FROM messaging.jobs WHERE account_id = $1 AND state = 'dead'`,
      [this.accountId],
    );
    return dead.map(({ type }) => type);
  }
}
