import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FilesystemBlobStore } from '@chat/media';
import type { MediaReference, MessageError } from '@chat/contracts/connector';
import { deviceMediaSettled, deviceMessageReceived } from '@chat/contracts/device-sessions';
import { channelDeleted } from '@chat/contracts/channels';
import { until, type WrittenMessage } from '@chat/test-kit';
import {
  BUSINESS,
  CUSTOMER,
  startDeviceSessions,
  type DeviceSessionsUnderTest,
} from '../testing/device-sessions-under-test';

const bytes = randomBytes(100_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');

describe('the media of a message from a phone', () => {
  let stack: DeviceSessionsUnderTest;
  let store: FilesystemBlobStore;

  beforeAll(async () => {
    stack = await startDeviceSessions();
    store = await FilesystemBlobStore.open(stack.blobFolder);
    await stack.link(7, BUSINESS);
  });

  afterAll(() => stack.stop());

  const writeImage = (media_state: WrittenMessage['media_state'] = 'there') =>
    stack.phones.write(CUSTOMER, {
      media_state,
      to: BUSINESS,
      type: 'image',
      media: `data:image/png;base64,${bytes.toString('base64')}`,
      filename: 'a.png',
    });
  /** Returns the media reference in the event of the received message. */
  const announced = async (id: string): Promise<MediaReference> => {
    const { data } = await stack.bus.nextEvent(
      deviceMessageReceived,
      (event) => event.data.chat_message_id === id,
    );
    return (data.content as { media: MediaReference }).media;
  };
  const settled = async (id: string): Promise<{ media: MediaReference; error: MessageError | null }> =>
    (await stack.bus.nextEvent(deviceMediaSettled, ({ data }) => data.chat_message_id === id)).data;
  /** Waits until the job that copies the message's media has had that many attempts, and postpones it by an hour. */
  const atRest = (id: string, attempts: number) =>
    until(
      async () => {
        const rests = await stack.query(
          `UPDATE device_sessions.jobs SET due_at = now() + interval '1 hour'
           WHERE data LIKE '%' || $1 || '%' AND state = 'waiting' AND attempts >= $2 RETURNING id`,
          [id, attempts],
        );
        return rests.length > 0;
      },
      { describe: 'the copy to have been tried' },
    );
  const hurry = (id: string) =>
    stack.query(`UPDATE device_sessions.jobs SET due_at = now() WHERE data LIKE '%' || $1 || '%'`, [id]);

  it('is announced with the message and copied to the store, byte for byte', async () => {
    const id = await writeImage();
    const reference = await announced(id);
    expect(reference).toMatchObject({ mime_type: 'image/png', filename: 'a.png', sha256, awaited: true });
    const { media, error } = await settled(id);
    expect([{ ...media, awaited: true }, error]).toEqual([reference, null]);
    expect(bytes.equals(await buffer((await store.read(media.blob))!))).toBe(true);
  });

  it('is requested again while the network cannot provide it', async () => {
    const id = await writeImage('unavailable');
    const { blob } = await announced(id);
    await atRest(id, 1);
    expect(await store.size(blob)).toBeNull();

    await stack.phones.setMedia(CUSTOMER, id, 'there');
    await hurry(id);
    expect(await settled(id)).toMatchObject({ media: { blob }, error: null });
    expect(await store.size(blob)).toBe(bytes.length);
  });

  it('is uploaded again by the phone when it expired on the network', async () => {
    const id = await writeImage('expired');
    const { blob } = await announced(id);
    expect(await settled(id)).toMatchObject({ media: { blob, sha256 }, error: null });
    expect(bytes.equals(await buffer((await store.read(blob))!))).toBe(true);
  });

  it('is requested from the phone again when that was away', async () => {
    const id = await writeImage('unavailable');
    const { blob } = await announced(id);
    await atRest(id, 1);
    await stack.phones.setMedia(CUSTOMER, id, 'expired');
    await stack.phones.breakLine(BUSINESS, 600_000);
    await hurry(id);
    await atRest(id, 2);
    expect(await store.size(blob)).toBeNull();

    await stack.phones.breakLine(BUSINESS, 0);
    await stack.reaches(7, 'CONNECTED');
    await hurry(id);
    expect(await settled(id)).toMatchObject({ media: { blob }, error: null });
  });

  it('that the phone uploaded again is not requested from it once more for a while', async () => {
    const id = await writeImage('unavailable');
    await announced(id);
    await atRest(id, 1);
    const [before] = await stack.query<{ source: string }>(
      `UPDATE device_sessions.jobs SET data = jsonb_set(data::jsonb, '{media,renewedAt}', to_jsonb($2::bigint))::text
       WHERE data LIKE '%' || $1 || '%' RETURNING data::jsonb->'media'->>'source' AS source`,
      [id, Date.now()],
    );
    await stack.phones.setMedia(CUSTOMER, id, 'expired');
    await hurry(id);
    await atRest(id, 2);
    const after = await stack.query(
      `SELECT data::jsonb->'media'->>'source' AS source FROM device_sessions.jobs WHERE data LIKE '%' || $1 || '%'`,
      [id],
    );
    expect(after).toEqual([before]);
  });

  it.each(['gone', 'lost'] as const)(
    'is reported as lost when network and phone have it no more: %s',
    async (state) => {
      const id = await writeImage(state);
      const { error, media } = await settled(id);
      expect(error).toMatchObject({ code: 'provider_error' });
      expect(await store.size(media.blob)).toBeNull();
    },
  );

  it('is reported as lost when the network cannot provide it for a day', async () => {
    const id = await writeImage('unavailable');
    await atRest(id, 1);
    await stack.query(
      `UPDATE device_sessions.jobs SET due_at = now(),
         data = jsonb_set(data::jsonb, '{arrivedAt}', to_jsonb((data::jsonb->>'arrivedAt')::bigint - 86400000))::text
       WHERE data LIKE '%' || $1 || '%'`,
      [id],
    );
    expect((await settled(id)).error).toMatchObject({ code: 'provider_error' });
  });

  it('is not kept when its bytes differ from the announced ones', async () => {
    const id = await writeImage('unavailable');
    const { blob } = await announced(id);
    await atRest(id, 1);
    await stack.query(
      `UPDATE device_sessions.jobs SET data = jsonb_set(data::jsonb, '{media,sha256}', '"0"')::text
       WHERE data LIKE '%' || $1 || '%'`,
      [id],
    );
    await stack.phones.setMedia(CUSTOMER, id, 'there');
    await hurry(id);
    await atRest(id, 2);
    expect(await store.size(blob)).toBeNull();
  });

  it('is not left behind when its channel is deleted meanwhile', async () => {
    await stack.link(8, '4915100000008');
    const id = await stack.phones.write(CUSTOMER, {
      to: '4915100000008',
      type: 'image',
      media_state: 'unavailable',
      media: `data:image/png;base64,${bytes.toString('base64')}`,
    });
    const { blob } = await announced(id);
    await atRest(id, 1);
    await store.write(blob, Readable.from([bytes]));
    await stack.bus.publish(channelDeleted, { channel_id: 8 }, { accountId: 1 });
    await until(
      async () =>
        (await stack.query('SELECT FROM device_sessions.deleted_channels WHERE channel_id = 8')).length > 0,
      { describe: 'the channel to be marked' },
    );
    await hurry(id);
    await until(async () => (await store.size(blob)) === null, { describe: 'the bytes to be gone' });
  });
});
