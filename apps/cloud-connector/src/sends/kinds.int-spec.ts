import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { blobKey, FilesystemBlobStore } from '@chat/media';
import { bytesOf } from '@chat/media/testing';
import { sendThroughCloud } from '@chat/contracts/cloud-connector';
import type { MediaReference, MessageContent } from '@chat/contracts/connector';
import { accountSuspensionChanged } from '@chat/contracts/gateway';
import { refusal, until } from '@chat/test-kit';
import {
  BUSINESS,
  CUSTOMER,
  newSend,
  startCloudConnector,
  type CloudConnectorUnderTest,
} from '../testing/cloud-connector-under-test';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const button = {
  type: 'cta_url',
  body: { text: 'See our offer' },
  action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://example.com/offer' } },
};
const menu = {
  type: 'list',
  body: { text: 'What would you like?' },
  action: { button: 'Choose', sections: [{ rows: [{ id: 'soup', title: 'Soup' }] }] },
};

describe('a message', () => {
  let stack: CloudConnectorUnderTest;
  let store: FilesystemBlobStore;

  beforeAll(async () => {
    stack = await startCloudConnector();
    store = await FilesystemBlobStore.open(stack.blobFolder);
    await stack.connect(7, await stack.putNumber(BUSINESS));
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'opens the window' });
  });

  afterAll(() => stack.stop());

  const keep = async (
    bytes: Buffer,
    mime_type: string,
    filename: string | null = null,
  ): Promise<MediaReference> => {
    const blob = blobKey(1, randomUUID(), new Date());
    await store.write(blob, Readable.from([bytes]));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { blob, mime_type, filename, size: bytes.length, sha256, ptt: false };
  };
  const deliver = async (content: MessageContent) => {
    const { chat_message_id } = await stack.bus.request(sendThroughCloud, { body: newSend({ content }) });
    const received = await stack.phones.messages(CUSTOMER);
    return received.find((one) => one.chat_message_id === chat_message_id)!;
  };
  const refused = (content: MessageContent) =>
    refusal(stack.bus.request(sendThroughCloud, { body: newSend({ content }) }));

  it('reaches the person as text, with its white space and special characters', async () => {
    const text = ' Grüße 👋\n\n"x" \\u0041 ';
    expect(await deliver({ type: 'text', text })).toMatchObject({ type: 'text', text });
  });

  it('reaches the person as a location', async () => {
    const location = { latitude: 52.5163, longitude: -13.3777, name: 'Gate', address: null };
    expect((await deliver({ type: 'location', location })).location).toEqual({
      latitude: 52.5163,
      longitude: -13.3777,
      name: 'Gate',
    });
  });

  it.each([
    ['a button', button],
    ['a menu', menu],
  ])('reaches the person as %s from the account’s assets', async (_, interactive) => {
    const message = await deliver({ type: 'interactive', text: interactive.body.text, interactive });
    expect(message.interactive).toEqual(interactive);
  });

  it('reaches the person as a product', async () => {
    const product = { catalog_id: '77', product_retailer_id: 'sku-1', footer: 'In stock' };
    expect((await deliver({ type: 'product', text: 'This one?', product })).interactive).toEqual({
      type: 'product',
      body: { text: 'This one?' },
      footer: { text: 'In stock' },
      action: { catalog_id: '77', product_retailer_id: 'sku-1' },
    });
  });

  it.each([
    ['image', PNG, 'image/png', null],
    ['document', randomBytes(300_000), 'application/pdf', 'Rechnung "März".pdf'],
  ] as const)('reaches the person as %s, byte for byte', async (type, bytes, mimeType, filename) => {
    const media = await keep(bytes, mimeType, filename);
    const message = await deliver({ type, text: 'See', media });
    expect(message).toMatchObject({
      type,
      caption: 'See',
      media: { sha256: media.sha256, mime_type: mimeType },
    });
    if (filename) expect(message.media!.filename).toBe(filename);
    expect(bytes.equals(await stack.phones.media(CUSTOMER, message.chat_message_id))).toBe(true);
  });

  it('reaches the person as Opus in Ogg, also when the previous release names the container alone', async () => {
    const media = await keep(bytesOf('opus.ogg'), 'audio/ogg');
    const opus = { mime_type: 'audio/ogg; codecs=opus', sha256: media.sha256 };
    expect(await deliver({ type: 'audio', media })).toMatchObject({ type: 'audio', media: opus });
  });

  it('with Vorbis in Ogg is refused before it is sent', async () => {
    const media = await keep(bytesOf('vorbis.ogg'), 'audio/ogg');
    expect(await refused({ type: 'audio', media })).toMatchObject({
      code: 'capability_error',
      reason: 'media_type_not_supported',
    });
  });

  it.each([
    ['a voice note', 'audio/ogg', true, 'ptt_not_supported'],
    ['audio of another type', 'audio/wav', false, 'media_type_not_supported'],
  ])('with %s is refused before it is sent', async (_, mimeType, ptt, reason) => {
    const media = { ...(await keep(randomBytes(10), mimeType)), ptt };
    expect(await refused({ type: 'audio', media })).toMatchObject({ code: 'capability_error', reason });
  });

  it('that is longer than the provider accepts is refused before it is sent', async () => {
    expect((await refused({ type: 'text', text: 'x'.repeat(4_097) })).errors).toHaveProperty('message');
    expect(await deliver({ type: 'text', text: '👋'.repeat(2_000) })).toMatchObject({ type: 'text' });
  });

  it('with a file is sent with the token that a renewed channel has now', async () => {
    const digits = '4930200999001';
    await stack.connect(8, await stack.putNumber(digits));
    await stack.phones.write(CUSTOMER, { to: digits, text: 'opens the window' });
    const send = (content: MessageContent) =>
      stack.bus.request(sendThroughCloud, { body: newSend({ channel_id: 8, content }) });
    await send({ type: 'text', text: 'with the first token' });
    await stack.sandbox.call('POST', `/cloud/numbers/${digits}/events`, { event: 'token_invalid' });
    await stack.connect(8, await stack.putNumber(digits));
    const media = await keep(PNG, 'image/png');
    expect((await send({ type: 'image', text: null, media })).chat_message_id).toMatch(/^wamid/);
  });

  it('that the provider is too busy for is refused within seconds when its account is suspended', async () => {
    const body = newSend({ deadline: Date.now() + 20_000 });
    const match = { reference: String(body.message_id) };
    await stack.phones.setFault({ match, mode: 'error', code: 131_056 });
    const refused = refusal(stack.bus.request(sendThroughCloud, { body }));
    const begun = 'SELECT FROM cloud_connector.sends WHERE message_id = $1';
    await until(async () => (await stack.query(begun, [body.message_id])).length > 0, {
      describe: 'the send',
    });
    const announce = (is_suspended: boolean, entityVersion: number) =>
      stack.bus.publish(accountSuspensionChanged, { is_suspended }, { entity: 'accounts/1', entityVersion });
    await announce(true, 1);
    expect(await refused).toMatchObject({ code: 'feature_disabled', reason: 'account_suspended' });
    expect(await stack.phones.sends(match.reference)).toEqual([]);
    await announce(false, 2);
    const resumed = () => stack.bus.request(sendThroughCloud, { body: newSend() }).catch(() => null);
    await until(resumed, { describe: 'a send after it resumes' });
  });
});
