import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { blobKey, FilesystemBlobStore } from '@chat/media';
import type { StoredFile } from '@chat/contracts';
import { heldBlobs } from '@chat/contracts/blobs';
import type { ConnectorSend, MediaReference, MessageError } from '@chat/contracts/connector';
import { deviceConnector } from '@chat/contracts/device-sessions';
import { getMessageMedia, hideChannel, messageReceived } from '@chat/contracts/messaging';
import { CapturedLog, refusal, testContext, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489000027104944415478', 'hex'),
  randomBytes(10_000),
]);
const sha256 = createHash('sha256').update(png).digest('hex');

describe('the media of messages', () => {
  let fixture: MessagingUnderTest;
  let store: FilesystemBlobStore;
  let server: Server;
  let log: CapturedLog;
  /** What the connector was asked to send. */
  let sent: ConnectorSend[];

  beforeAll(async () => {
    server = createServer((_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    log = new CapturedLog();
    const environment = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8', LOG_LEVEL: 'info' };
    fixture = await MessagingUnderTest.start({}, { environment });
    store = await FilesystemBlobStore.open(fixture.service.blobFolder);
  });

  beforeEach(() => {
    sent = [];
    fixture.playWell();
    const { handOver } = fixture;
    fixture.handOver = (body, context) => {
      sent.push(body);
      return handOver(body, context);
    };
  });

  afterAll(async () => {
    await fixture.service.stop();
    log.release();
    await new Promise((resolve) => server.close(resolve));
  });

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/a/sun.png`;
  /** A file as the gateway stores it. */
  const upload = async (): Promise<StoredFile> => {
    const blob = blobKey(1, randomUUID(), new Date());
    await store.write(blob, Readable.from([png]));
    return { blob, filename: 'sun.png', mime_type: 'image/png', size: png.length, sha256 };
  };
  const held = async (blobs: string[]) =>
    (await fixture.bus.request(heldBlobs('messaging'), { body: { blobs } })).held;
  /** No message has the blob: it is about to be deleted, or is already. */
  const isGivenUp = (blob: string) =>
    until(async () => (await rows(blob))[0]?.due_at || (await store.size(blob)) === null, {
      describe: 'the blob to be due',
    });
  const mediaOf = (id: number, accountId = 1, timeoutMs = 20_000) =>
    fixture.bus.request(getMessageMedia, { params: { id } }, testContext({ accountId, timeoutMs }));
  const rows = (blob: string) =>
    fixture.service.query<{ due_at: Date | null }>('SELECT due_at FROM messaging.blobs WHERE blob = $1', [
      blob,
    ]);
  const blobOf = (index = 0) => (sent[index]!.content as { media: MediaReference }).media.blob;

  it('goes to the connector as a reference, and the message keeps the blob', async () => {
    const image = await upload();
    expect(await held([image.blob])).toEqual([]);
    const { message_id } = await fixture.send({ message: 'Look', image });
    const media = {
      blob: image.blob,
      filename: 'sun.png',
      mime_type: 'image/png',
      size: png.length,
      sha256,
      ptt: false,
    };
    expect(sent[0]!.content).toEqual({ type: 'image', text: 'Look', media });
    expect(await held([image.blob, blobKey(1, randomUUID(), new Date())])).toEqual([image.blob]);
    expect({ ...(await mediaOf(message_id)), ptt: false }).toEqual(media);
    expect(await fixture.read(message_id)).toMatchObject({
      media_url: `http://127.0.0.1:3000/v1/messages/${message_id}/media`,
    });
  });

  it('is kept with a message that failed, since the message shows it', async () => {
    fixture.handOver = () => {
      throw new Error('Broken.');
    };
    const image = await upload();
    await refusal(fixture.send({ message: undefined, image }));
    expect(await held([image.blob])).toEqual([image.blob]);
  });

  it.each([
    ['no such channel', { mobile_code: '1', mobile: '1' }],
    ['two kinds', { latitude: 1, longitude: 1 }],
  ])('is left to the gateway to delete when the request is refused: %s', async (_, body) => {
    const image = await upload();
    await refusal(fixture.send({ message: undefined, image, ...body }));
    expect(await held([image.blob])).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('is fetched by its URL while no row is locked, and kept', async () => {
    const { message_id } = await fixture.send({ message: 'Look', image_url: url() });
    const kept = await mediaOf(message_id);
    expect(kept).toMatchObject({ filename: 'sun.png', mime_type: 'image/png', size: png.length, sha256 });
    expect(await held([kept.blob])).toEqual([kept.blob]);
    expect(await store.size(kept.blob)).toBe(png.length);
  });

  it('leaves no file and no row of a fetched file that is refused', async () => {
    const before = await fixture.service.query('SELECT blob FROM messaging.blobs');
    const refused = await refusal(fixture.send({ message: undefined, video_url: url() }));
    expect(refused.errors).toEqual({
      video_url: [expect.stringContaining('its bytes show image/png') as string],
    });
    expect(await fixture.service.query('SELECT blob FROM messaging.blobs')).toEqual(before);
  });

  it('is deleted when no message took it within the hour', async () => {
    fixture.resolve = () => ({ id: 77 });
    await fixture.service.query('ALTER TABLE messaging.messages RENAME TO unreachable');
    await refusal(fixture.send({ message: undefined, image_url: url() }));
    await fixture.service.query('ALTER TABLE messaging.unreachable RENAME TO messages');
    const [row] = await fixture.service.query<{ blob: string }>(
      `UPDATE messaging.blobs SET due_at = now() WHERE channel_id = 77 AND due_at > now() RETURNING blob`,
    );
    expect(await held([row!.blob])).toEqual([]);
    await until(async () => (await store.size(row!.blob)) === null, {
      describe: 'the file to be gone',
      timeoutMs: 30_000,
    });
    await until(async () => (await rows(row!.blob)).length === 0, { describe: 'its row to be gone' });
  });

  it('is deleted even if the deletion of an earlier file fails', async () => {
    const stuck = blobKey(1, randomUUID(), new Date());
    const folder = join(fixture.service.blobFolder, stuck);
    await mkdir(folder, { recursive: true });
    const { blob } = await upload();
    await fixture.service.query(
      `INSERT INTO messaging.blobs (account_id, channel_id, blob, due_at)
       VALUES (1, 1, $1, now() - interval '1 minute'), (1, 1, $2, now())`,
      [stuck, blob],
    );
    await until(async () => (await rows(blob)).length === 0, { describe: 'its row to be gone' });
    expect(await store.size(blob)).toBeNull();
    expect((await rows(stuck))[0]!.due_at! > new Date()).toBe(true);
    await rm(folder, { recursive: true });
  });

  it.each([
    ['a product', { product: { catalog_id: '1', product_retailer_id: '2' } }],
    ['an order', { created_order_data: { body: 'Pay', reference_id: 'r' } }],
  ])('%s is refused on a Device channel, with a reason and before there is a message', async (_, body) => {
    const refused = await refusal(fixture.send({ message: undefined, ...body }));
    expect(refused).toMatchObject({ code: 'capability_error', reason: 'content_not_supported' });
    expect(refused).not.toHaveProperty('message_id');
    expect(sent).toEqual([]);
  });

  describe('that comes in', () => {
    const media = (): MediaReference => ({
      blob: blobKey(1, randomUUID(), new Date()),
      filename: null,
      mime_type: 'image/png',
      size: png.length,
      sha256,
      ptt: false,
    });
    const receive = async (reference: MediaReference, channelId = 1) => {
      const content = { type: 'image', text: null, media: { ...reference, awaited: true } } as const;
      const { chat_message_id } = await fixture.receive({ content, channel_id: channelId });
      const { data } = await fixture.bus.nextEvent(
        messageReceived,
        (event) => event.data.message.chat_message_id === chat_message_id,
      );
      return data.message;
    };
    const settle = (
      chatMessageId: string,
      reference: MediaReference,
      error: MessageError | null = null,
      channelId = 1,
    ) =>
      fixture.bus.publish(
        deviceConnector.media,
        { channel_id: channelId, chat_message_id: chatMessageId, media: reference, error },
        { accountId: 1 },
      );

    it('is waited for, and there when it was copied', async () => {
      const reference = media();
      const { id, chat_message_id, media_url } = await receive(reference);
      expect(media_url).toContain(`/v1/messages/${id}/media`);
      const asked = mediaOf(id);
      await settle(chat_message_id!, reference);
      expect(await asked).toMatchObject({ blob: reference.blob, size: png.length });
      expect(await held([reference.blob])).toEqual([reference.blob]);
    });

    it('is said to be on its way when it takes longer than the request', async () => {
      const { id } = await receive(media());
      // A machine that stands still for two seconds answers too late.
      const answerInTime = async () => {
        const refused = await refusal(mediaOf(id, 1, 2_500));
        return refused.reason === undefined ? null : refused;
      };
      expect(await until(answerInTime, { describe: 'an answer in time' })).toMatchObject({
        code: 'service_unavailable',
        reason: 'media_on_its_way',
        retryable: true,
      });
    });

    it('is said to be lost in the message, which has nothing to download then', async () => {
      const reference = media();
      const message = await receive(reference);
      const error = { code: 'provider_error', message: 'Gone.', reason: null, provider: null };
      await settle(message.chat_message_id!, reference, error);
      const lost = await until(
        async () => {
          const now = await fixture.read(message.id);
          return now.error && now;
        },
        { describe: 'the message to say so' },
      );
      expect(lost).toMatchObject({ error, media_url: null, status: 'delivered' });
      expect(lost.updated_at > message.updated_at).toBe(true);
      expect((await refusal(mediaOf(message.id))).code).toBe('not_found');
    });

    it('is taken though it was copied before its message was consumed, which is no error', async () => {
      const reference = media();
      const chatMessageId = 'later';
      await settle(chatMessageId, reference);
      const isWaiting = () => log.lines.some(({ msg }) => msg === 'an event waits for another');
      await until(isWaiting, { describe: 'the event to wait for that of the message' });
      const content = { type: 'image', text: null, media: { ...reference, awaited: true } } as const;
      await fixture.receive({ content, chat_message_id: chatMessageId });
      const { data } = await fixture.bus.nextEvent(
        messageReceived,
        (event) => event.data.message.chat_message_id === chatMessageId,
      );
      expect(await mediaOf(data.message.id, 1, 30_000)).toMatchObject({ blob: reference.blob });
      const ofTheWait = log.lines.filter((line) => JSON.stringify(line).includes('has not arrived yet'));
      expect(new Set(ofTheWait.map(({ level }) => level))).toEqual(new Set(['info']));
    });

    it('is deleted when another copy of its message was kept', async () => {
      const { chat_message_id } = await receive(media());
      const other = media();
      await store.write(other.blob, Readable.from([png]));
      await settle(chat_message_id!, other);
      await isGivenUp(other.blob);
    });
  });

  it('goes with its channel, also what is copied afterwards', async () => {
    fixture.resolve = () => ({ id: 88 });
    const images = await Promise.all([upload(), upload()]);
    for (const image of images) await fixture.send({ message: undefined, image });
    await fixture.bus.request(hideChannel, { body: { channel_id: 88 } });
    const areGone = async (blobs: string[]) =>
      (await Promise.all(blobs.map((blob) => store.size(blob)))).every((size) => size === null);
    await until(() => areGone(images.map(({ blob }) => blob)), {
      describe: 'the files to be gone',
      timeoutMs: 30_000,
    });

    const late = await upload();
    await fixture.bus.publish(
      deviceConnector.media,
      { channel_id: 88, chat_message_id: 'gone', media: { ...late, ptt: false }, error: null },
      { accountId: 1 },
    );
    await isGivenUp(late.blob);
  });

  it('goes with its channel, though the purge broke off after the files were gone', async () => {
    fixture.resolve = () => ({ id: 89 });
    const image = await upload();
    const { message_id } = await fixture.send({ message: undefined, image });
    await fixture.service.query(
      `CREATE FUNCTION messaging.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'No.'; END $$;
       CREATE TRIGGER refuse BEFORE DELETE ON messaging.blobs FOR EACH ROW EXECUTE FUNCTION messaging.refuse()`,
    );
    await fixture.bus.request(hideChannel, { body: { channel_id: 89 } });
    await until(async () => (await store.size(image.blob)) === null, { describe: 'the file to be gone' });
    const left = 'SELECT FROM messaging.messages WHERE id = $1';
    expect([await rows(image.blob), await fixture.service.query(left, [message_id])]).toEqual([
      [{ due_at: null }],
      [{}],
    ]);

    await fixture.service.query('DROP FUNCTION messaging.refuse CASCADE');
    await until(async () => (await fixture.service.query(left, [message_id])).length === 0, {
      describe: 'the message to be gone',
      timeoutMs: 30_000,
    });
    expect(await rows(image.blob)).toEqual([]);
  });

  it('is nobody else’s', async () => {
    const { message_id } = await fixture.send({ message: undefined, image: await upload() });
    expect((await refusal(mediaOf(message_id, 2))).code).toBe('not_found');
    expect((await refusal(mediaOf(999_999_999))).code).toBe('not_found');
    expect(blobOf()).toMatch(/^1\//);
  });
});
