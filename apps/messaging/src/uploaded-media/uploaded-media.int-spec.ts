import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { blobKey, FilesystemBlobStore } from '@chat/media';
import type { StoredFile } from '@chat/contracts';
import { heldBlobs } from '@chat/contracts/blobs';
import type { ConnectorSend, ForgetMessages, MediaReference } from '@chat/contracts/connector';
import { deviceConnector } from '@chat/contracts/device-sessions';
import { usageOperations } from '@chat/contracts/limits';
import {
  findUploadedMedia,
  hidePerson,
  purgePerson,
  sendTemplate,
  uploadMedia,
  type SendMessage,
  type SendTemplate,
} from '@chat/contracts/messaging';
import { readTemplateToSend, type TemplateToSend } from '@chat/contracts/templates';
import { cloudConnector } from '@chat/contracts/cloud-connector';
import { refusal, testContext, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const { read, setLimit } = usageOperations('messaging');
const PNG = '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489000027104944415478';

const pictureTemplate: TemplateToSend = {
  ...{ template_id: 'tpl_1', name: 'sunny', language: 'en_US', category: 'UTILITY' },
  ...{
    header_format: 'IMAGE',
    header: null,
    body: { text: 'It shines.', count: 0 },
    buttons: [],
    sample: null,
  },
};

describe('a file that is uploaded once', () => {
  let messaging: MessagingUnderTest;
  let store: FilesystemBlobStore;
  let handed: ConnectorSend[];
  const toCloud: ConnectorSend[] = [];
  let accountId = 0;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
    store = await FilesystemBlobStore.open(messaging.service.blobFolder);
    await messaging.bus.respond(readTemplateToSend, () => pictureTemplate);
    await messaging.bus.respond(cloudConnector.send, ({ body }) => {
      toCloud.push(body);
      return { chat_message_id: `wamid.${body.message_id}` };
    });
    await messaging.bus.respond(deviceConnector.forget, (_: { body: ForgetMessages }) => ({}));
  });

  beforeEach(() => {
    accountId += 1;
    handed = [];
    messaging.playWell();
    const { handOver } = messaging;
    messaging.handOver = (body, context) => {
      handed.push(body);
      return handOver(body, context);
    };
  });

  afterAll(() => messaging.service.stop());

  const picture = () => Buffer.concat([Buffer.from(PNG, 'hex'), randomBytes(5_000)]);
  /** What the gateway stores of an upload. */
  const stored = async (bytes: Buffer, change: Partial<StoredFile> = {}): Promise<StoredFile> => {
    const blob = blobKey(accountId, randomUUID(), new Date());
    await store.write(blob, Readable.from([bytes]));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { blob, filename: 'sun.png', mime_type: 'image/png', size: bytes.length, sha256, ...change };
  };
  const upload = async (bytes = picture(), change: Partial<StoredFile> = {}) => {
    const file = await stored(bytes, change);
    const { media_id } = await messaging.bus.request(
      uploadMedia,
      { body: { file } },
      testContext({ accountId }),
    );
    return { id: media_id, file, bytes };
  };
  const send = (body: Partial<SendMessage>, key: string | null = null, account = accountId) =>
    messaging.send(
      { message: undefined, ...body },
      { ...testContext({ accountId: account }), idempotencyKey: key },
    );
  const mediaOf = ({ content }: ConnectorSend) => (content as { media: MediaReference }).media;
  const bytesOf = async (reference: MediaReference) => buffer((await store.read(reference.blob))!);
  const expire = (id: string) =>
    messaging.service.query('UPDATE messaging.uploaded_media SET expires_at = now() WHERE id = $1', [id]);
  const untilSwept = (blob: string) =>
    until(async () => (await store.size(blob)) === null, { describe: 'the bytes to be deleted' });
  const held = async (blob: string) =>
    (await messaging.bus.request(heldBlobs('messaging'), { body: { blobs: [blob] } })).held;
  const used = async () => {
    const { usage } = await messaging.bus.request(read, { body: { account_id: accountId } });
    return usage.find(({ limit }) => limit === 'media_bytes')!.used;
  };

  it('is sent many times, and each message keeps a copy of its own', async () => {
    const { id, file, bytes } = await upload();
    await send({ image_id: id, message: 'Look' });
    await send({ document_id: id, filename: 'Sonne.png', mobile: '15100000001' });
    const [image, document] = handed.map(mediaOf);
    expect(handed.map(({ content }) => content.type)).toEqual(['image', 'document']);
    expect(image).toMatchObject({ mime_type: 'image/png', filename: 'sun.png', sha256: file.sha256 });
    expect(document).toMatchObject({ mime_type: 'image/png', filename: 'Sonne.png', size: bytes.length });
    expect(new Set([image!.blob, document!.blob, file.blob]).size).toBe(3);
    await expire(id);
    await untilSwept(file.blob);
    for (const copy of [image!, document!]) expect((await bytesOf(copy)).equals(bytes)).toBe(true);
  });

  it.each<[string, Partial<SendMessage>, Partial<StoredFile>, string]>([
    ['a picture as a video', { video_id: '' }, {}, 'video'],
    ['a text as a picture', { image_id: '' }, { mime_type: 'text/plain' }, 'image'],
    ['a picture as a sticker', { sticker_id: '' }, {}, 'WebP'],
  ])('is judged like any file where it is used: %s', async (name, body, change, word) => {
    const bytes = name.startsWith('a text') ? Buffer.from('plain text') : picture();
    const { id } = await upload(bytes, change);
    const [member] = Object.keys(body);
    const { code, errors } = await refusal(send({ [member!]: id }));
    expect({ code, members: Object.keys(errors!) }).toEqual({ code: 'validation_error', members: [member] });
    expect(errors![member!]![0]).toContain(word);
    expect(handed).toEqual([]);
  });

  it('is refused where it is too large, before anything is copied', async () => {
    const { id } = await upload(picture(), { size: 6 * 1024 ** 2 });
    expect((await refusal(send({ image_id: id }))).errors!['image_id']![0]).toContain('5 MiB');
  });

  it('is unknown to other accounts and when it has expired, with the same words', async () => {
    const { id } = await upload();
    const foreign = await refusal(send({ image_id: id }, null, accountId + 500));
    const unknown = await refusal(send({ image_id: 'med_nobody' }));
    await expire(id);
    const expired = await refusal(send({ image_id: id }));
    expect(unknown).toMatchObject({ code: 'validation_error', errors: { image_id: [expect.any(String)] } });
    expect(foreign).toEqual(unknown);
    expect(expired).toEqual(unknown);
    expect(handed).toEqual([]);
  });

  it('counts by its bytes in retries: as the same file in any form, and as another one otherwise', async () => {
    const { id, bytes } = await upload();
    const key = randomUUID();
    const first = await send({ image_id: id }, key);
    const again = await upload(bytes);
    expect(await send({ image_id: again.id }, key)).toEqual(first);
    expect(await send({ image: await stored(bytes) }, key)).toEqual(first);
    const other = await upload();
    expect((await refusal(send({ image_id: other.id }, key))).code).toBe('idempotency_conflict');
    // The answer may have been lost long ago.
    await expire(id);
    expect(await send({ image_id: id }, key)).toEqual(first);
    expect(handed).toHaveLength(1);
  });

  it('is kept for the gateway until it expires, and counts as the account’s', async () => {
    const { id, file, bytes } = await upload();
    expect(await held(file.blob)).toEqual([file.blob]);
    await until(async () => (await used()) === bytes.length, { describe: 'the bytes to be counted' });
    await expire(id);
    await untilSwept(file.blob);
    expect(await held(file.blob)).toEqual([]);
    await until(async () => (await used()) === 0, { describe: 'the bytes to be given back' });
  });

  it('is refused beyond what the account may keep, and nothing is kept', async () => {
    const body = { account_id: accountId, limit: 'media_bytes', max: 6_000 } as const;
    await messaging.bus.request(setLimit, { body });
    await upload();
    const file = await stored(picture());
    const request = messaging.bus.request(uploadMedia, { body: { file } }, testContext({ accountId }));
    expect((await refusal(request)).code).toBe('limit_reached');
    expect(await held(file.blob)).toEqual([]);
  });

  it('is the media of a template’s header', async () => {
    messaging.resolve = () => ({ effective_channel_type: 'cloud', origin: 'cloud' });
    const { id, file } = await upload();
    const body = { template_id: 'tpl_1', mobile_code: '1', mobile: '2025550123', header_media_id: id };
    const sendWith = (change: Partial<SendTemplate> = {}) =>
      messaging.bus.request(
        sendTemplate,
        { body: { ...body, ...change } },
        { ...testContext({ accountId }), idempotencyKey: randomUUID() },
      );
    await sendWith();
    const { content } = toCloud.at(-1)!;
    const media = 'header_media' in content ? content.header_media! : null;
    expect(media).toMatchObject({ mime_type: 'image/png', sha256: file.sha256 });
    expect(media!.blob).not.toBe(file.blob);
    const refused = await refusal(sendWith({ header_media_id: 'med_nobody' }));
    expect(Object.keys(refused.errors!)).toEqual(['header_media_id']);
    const twice = await refusal(sendWith({ header_media_url: 'https://shop.example.com/a.png' }));
    expect(Object.keys(twice.errors!)).toEqual(['header_media_id']);
  });

  it('is told to templates, until it expires with its bytes, and to its own account only', async () => {
    const { id, file } = await upload();
    const look = async (account = accountId) => {
      const body = { media_id: id };
      return (await messaging.bus.request(findUploadedMedia, { body }, testContext({ accountId: account })))
        .media;
    };
    expect(await look()).toEqual(file);
    expect(await look(accountId + 500)).toBeNull();
    await expire(id);
    expect(await look()).toMatchObject({ blob: null, sha256: file.sha256 });
  });

  it('goes with the messages of a person who is erased', async () => {
    const [sent, other] = [await upload(), await upload()];
    await send({ image_id: sent.id, mobile: '15100000002' });
    const body = { erasure_id: 1, phone: '4915100000002' };
    const context = testContext({ accountId });
    await messaging.bus.request(hidePerson, { body }, context);
    await messaging.bus.request(purgePerson, { body }, context);
    await untilSwept(sent.file.blob);
    expect(await held(other.file.blob)).toEqual([other.file.blob]);
    expect((await refusal(send({ image_id: sent.id }))).code).toBe('validation_error');
  });
});
