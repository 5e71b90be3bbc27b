import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GraphApiError, WhatsAppClient } from '@kapso/whatsapp-cloud-api';
import { normalizeWebhook, verifySignature } from '@kapso/whatsapp-cloud-api/server';
import { PNG } from 'pngjs';
import { until } from '@chat/test-kit';
import { CallbackReceiver } from '../testing/callback-receiver';
import { TestBusiness } from '../testing/test-business';
import { TestSandbox } from '../testing/test-sandbox';

const BUSINESS = '4915100000301';
const CUSTOMER = '4915100000302';
/** A number whose ending has free text refused in the answer. */
const REFUSING = '4915100001047';
const APP_SECRET = 'sandbox-app-secret';
const PICTURE = PNG.sync.write(new PNG({ width: 3, height: 2 }));

let receiver: CallbackReceiver;
let sandbox: TestSandbox;
let business: TestBusiness;

beforeAll(async () => {
  receiver = await CallbackReceiver.start();
  sandbox = await TestSandbox.start({ SANDBOX_CALLBACK_URL: receiver.url });
  business = await TestBusiness.create(sandbox, BUSINESS, { name: 'Bakery' });
  await business.hearFrom(CUSTOMER, { text: 'Guten Tag, haben Sie Brötchen?' });
  await receiver.waitFor(({ field }) => field === 'messages', 'the callback of the first message');
});

afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

const messagesOf = async (digits: string) =>
  (await sandbox.call('GET', `/phones/${digits}/messages`)).body['messages'] as Record<string, unknown>[];

describe('@kapso/whatsapp-cloud-api', () => {
  let client: WhatsAppClient;

  beforeAll(() => {
    client = new WhatsAppClient({ accessToken: business.token, baseUrl: sandbox.url, graphVersion: 'v23.0' });
  });

  it('sends a text that the person receives, and is notified of its delivery', async () => {
    const sent = await client.messages.sendText({
      phoneNumberId: business.phoneNumberId,
      to: `+${CUSTOMER}`,
      body: 'from kapso',
    });
    expect(sent.contacts).toEqual([expect.objectContaining({ input: `+${CUSTOMER}`, waId: CUSTOMER })]);
    await receiver.status(sent.messages[0]!.id, 'delivered');
    expect(await messagesOf(CUSTOMER)).toContainEqual(
      expect.objectContaining({ chat_message_id: sent.messages[0]!.id, type: 'text', text: 'from kapso' }),
    );
  });

  it('sends every interactive type that it has a method for', async () => {
    const target = { phoneNumberId: business.phoneNumberId, to: `+${CUSTOMER}` };
    const answers = [
      await client.messages.sendInteractiveButtons({
        ...target,
        bodyText: 'Pick one',
        buttons: [
          { id: 'a', title: 'A' },
          { id: 'b', title: 'B' },
        ],
      }),
      await client.messages.sendInteractiveList({
        ...target,
        bodyText: 'Pick one',
        buttonText: 'Open',
        sections: [{ title: 'All', rows: [{ id: 'r1', title: 'Row' }] }],
      }),
      await client.messages.sendLocation({
        ...target,
        location: { latitude: 52.5, longitude: 13.4, name: 'Here' },
      }),
    ];
    const types = (await messagesOf(CUSTOMER)).slice(-3).map(({ type }) => type);
    expect(answers).toHaveLength(3);
    expect(types).toEqual(['interactive', 'interactive', 'location']);
  });

  it('uploads a picture, finds it, downloads the same bytes and deletes it', async () => {
    const { id } = await client.media.upload({
      phoneNumberId: business.phoneNumberId,
      type: 'image/png',
      file: new Blob([new Uint8Array(PICTURE)], { type: 'image/png' }),
      fileName: 'picture.png',
    });
    expect(await client.media.get({ mediaId: id, phoneNumberId: business.phoneNumberId })).toMatchObject({
      mimeType: 'image/png',
      fileSize: PICTURE.length,
    });
    const bytes = await client.media.download({ mediaId: id, auth: 'always' });
    expect(Buffer.from(bytes as ArrayBuffer).equals(PICTURE)).toBe(true);
    expect(await client.media.delete({ mediaId: id })).toEqual({ success: true });
    await expect(client.media.get({ mediaId: id })).rejects.toMatchObject({ code: 100, errorSubcode: 33 });
  });

  it('creates, lists, sends and deletes a template', async () => {
    const name = 'order_ready';
    const created = await client.templates.create({
      businessAccountId: business.wabaId,
      name,
      language: 'en_US',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Hello {{1}}, it is ready.', example: { bodyText: [['Ana']] } }],
    });
    expect(created).toMatchObject({ status: 'PENDING', category: 'UTILITY' });
    await receiver.waitFor(
      ({ field, value }) =>
        field === 'message_template_status_update' &&
        value['message_template_name'] === name &&
        value['event'] === 'APPROVED',
      'the end of the review',
    );
    const { data } = await client.templates.list({ businessAccountId: business.wabaId, limit: 10, name });
    expect(data).toEqual([expect.objectContaining({ id: created.id, name, status: 'APPROVED' })]);

    const sent = await client.messages.sendTemplate({
      phoneNumberId: business.phoneNumberId,
      to: `+${CUSTOMER}`,
      template: {
        name,
        language: { code: 'en_US' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ana' }] }],
      },
    });
    expect(sent.messages[0]).toMatchObject({ messageStatus: 'accepted' });
    expect(await client.templates.delete({ businessAccountId: business.wabaId, name })).toEqual({
      success: true,
    });
  });

  it('parses the errors', async () => {
    const refused = await client.messages
      .sendText({ phoneNumberId: business.phoneNumberId, to: `+${REFUSING}`, body: 'late' })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GraphApiError);
    expect(refused).toMatchObject({
      code: 131047,
      httpStatus: 400,
      category: 'reengagementWindow',
      retry: { action: 'do_not_retry' },
    });
  });

  it('verifies and parses the callbacks from their raw bytes', () => {
    const { raw, signature } = receiver.received[0]!;
    expect(verifySignature({ appSecret: APP_SECRET, rawBody: raw, signatureHeader: signature })).toBe(true);
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(raw.toString())));
    expect(verifySignature({ appSecret: APP_SECRET, rawBody: rewritten, signatureHeader: signature })).toBe(
      false,
    );
    const { phoneNumberId, messages, contacts } = normalizeWebhook(JSON.parse(raw.toString()));
    expect(phoneNumberId).toBe(business.phoneNumberId);
    expect(messages).toEqual([
      expect.objectContaining({
        type: 'text',
        from: CUSTOMER,
        text: { body: 'Guten Tag, haben Sie Brötchen?' },
      }),
    ]);
    expect(contacts).toEqual([expect.objectContaining({ waId: CUSTOMER })]);
  });
});

describe('@great-detail/whatsapp', () => {
  let walk: Record<string, unknown>;

  beforeAll(async () => {
    const callback = await until(() => receiver.received[0], { describe: 'a callback' });
    const settings = {
      prefixUrl: sandbox.url,
      token: business.token,
      phoneNumberId: business.phoneNumberId,
      wabaId: business.wabaId,
      to: `+${CUSTOMER}`,
      refusedTo: `+${REFUSING}`,
      templateName: 'parcel_slow',
      picture: PICTURE.toString('base64'),
      callback: { body: callback.raw.toString(), signature: callback.signature },
      appSecret: APP_SECRET,
    };
    const script = join(__dirname, '../testing/great-detail-walk.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(settings)]);
    walk = JSON.parse(stdout) as Record<string, unknown>;
  });

  it('sends a text that the person receives', async () => {
    expect(walk['sent']).toMatchObject({ messaging_product: 'whatsapp', contacts: [{ wa_id: CUSTOMER }] });
    expect(await messagesOf(CUSTOMER)).toContainEqual(expect.objectContaining({ text: 'from great-detail' }));
  });

  it('reports errors as HTTP errors', () => {
    expect(walk['error']).toMatchObject({
      name: 'HTTPError',
      status: 400,
      body: { error: { code: 131047 } },
    });
  });

  it('uploads, finds, downloads and deletes media', () => {
    expect(walk).toMatchObject({
      media: { mime_type: 'image/png', file_size: PICTURE.length },
      isSamePicture: true,
      deleted: { success: true },
    });
  });

  it('creates, reads, lists and deletes templates', () => {
    const created = walk['created'] as { id: string };
    expect(walk).toMatchObject({
      created: { status: 'PENDING', category: 'UTILITY' },
      template: { id: created.id, name: 'parcel_slow', status: 'PENDING' },
      removed: { success: true },
    });
    expect((walk['templates'] as { data: object[] }).data).toContainEqual(
      expect.objectContaining({ id: created.id }),
    );
  });

  it('reads the numbers of the account and the profile of one', () => {
    expect(walk).toMatchObject({
      numbers: { data: [{ id: business.phoneNumberId, verified_name: 'Bakery', status: 'CONNECTED' }] },
      profile: { data: [{ about: 'We bake.' }] },
    });
  });

  it('verifies the signature of callbacks', () => expect(walk['isVerified']).toBe(true));
});
