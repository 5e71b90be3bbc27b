import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { FilesystemBlobStore } from '@chat/media';
import { channelDeleted } from '@chat/contracts/channels';
import {
  cloudMediaSettled,
  cloudMessageReceived,
  numberStatusChanged,
} from '@chat/contracts/cloud-connector';
import type { MediaReference } from '@chat/contracts/connector';
import { until } from '@chat/test-kit';
import {
  BUSINESS,
  CUSTOMER,
  startCloudConnector,
  type CloudConnectorUnderTest,
  type ProviderNumber,
} from '../testing/cloud-connector-under-test';

const bytes = randomBytes(10_000);
const sha256 = createHash('sha256').update(bytes).digest('base64');

/** Covers failing copies; `callbacks.int-spec.ts` covers successful ones. */
describe('the media of a message to a Cloud number', () => {
  let stack: CloudConnectorUnderTest;
  let store: FilesystemBlobStore;
  let number: ProviderNumber;
  let messages = 0;

  beforeAll(async () => {
    stack = await startCloudConnector();
    store = await FilesystemBlobStore.open(stack.blobFolder);
    number = await stack.putNumber(BUSINESS);
    await stack.connect(7, number);
  });

  afterAll(() => stack.stop());

  /** Uploads bytes to the provider. @returns their id. */
  const upload = async (): Promise<string> => {
    const form = new FormData();
    form.append('messaging_product', 'whatsapp');
    form.append('type', 'text/plain');
    form.append('file', new Blob([bytes], { type: 'text/plain' }), 'a.txt');
    const response = await fetch(`${stack.sandbox.url}/v23.0/${number.phone_number_id}/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${number.access_token}` },
      body: form,
    });
    return ((await response.json()) as { id: string }).id;
  };
  /** Receives a document. @returns the message's id and its media reference. */
  const receive = async (media: object): Promise<{ id: string; reference: MediaReference }> => {
    messages += 1;
    const id = `wamid.media-${messages}`;
    const document = { mime_type: 'text/plain', filename: 'a.txt', ...media };
    await stack.postMessages(number, [
      { from: CUSTOMER, id, timestamp: '1700000000', type: 'document', document },
    ]);
    const { data } = await stack.bus.nextEvent(
      cloudMessageReceived,
      (event) => event.data.chat_message_id === id,
    );
    return { id, reference: (data.content as { media: MediaReference }).media };
  };
  const settled = async (id: string) =>
    (await stack.bus.nextEvent(cloudMediaSettled, ({ data }) => data.chat_message_id === id)).data;
  const changeJob = (id: string, change: string) =>
    stack.query(`UPDATE cloud_connector.jobs SET ${change} WHERE data LIKE '%' || $1 || '%'`, [id]);
  /** Makes the message that many days older, and its media due now. */
  const letPass = (id: string, days: number) =>
    changeJob(
      id,
      `due_at = now(), data = jsonb_set(data::jsonb, '{arrivedAt}',
        to_jsonb((data::jsonb->>'arrivedAt')::bigint - ${days * 86_400_000}))::text`,
    );
  /** Waits until the copy was attempted, and postpones the job. */
  const isTried = (id: string) =>
    until(
      async () => {
        const rests = await stack.query(
          `UPDATE cloud_connector.jobs SET due_at = now() + interval '1 hour'
           WHERE data LIKE '%' || $1 || '%' AND state = 'waiting' AND attempts > 0 RETURNING id`,
          [id],
        );
        return rests.length > 0;
      },
      { describe: 'the copy to have been tried' },
    );

  it('is copied without a digest of the provider, and then has its own', async () => {
    const { id } = await receive({ id: await upload() });
    const { media, error } = await settled(id);
    expect(error).toBeNull();
    expect(media).toMatchObject({
      size: bytes.length,
      sha256: Buffer.from(sha256, 'base64').toString('hex'),
    });
    expect(await store.size(media.blob)).toBe(bytes.length);
  });

  it('is lost when the provider has no such media', async () => {
    const { id, reference } = await receive({ id: '999999999', sha256 });
    const { media, error } = await settled(id);
    expect(error).toMatchObject({ code: 'provider_error' });
    expect(media.blob).toBe(reference.blob);
    expect(await store.size(media.blob)).toBeNull();
  });

  it('is not lost while the number is disconnected, since its token may be invalid', async () => {
    const connect = (status: string) =>
      stack.query('UPDATE cloud_connector.numbers SET status = $1', [status]);
    await connect('disconnected');
    const { id } = await receive({ id: '999999998', sha256 });
    await isTried(id);
    await connect('connected');
    await changeJob(id, 'due_at = now()');
    expect((await settled(id)).error).toMatchObject({ code: 'provider_error' });
  });

  it('is not kept when its bytes differ from the announced ones, and is lost after a week of that', async () => {
    const { id, reference } = await receive({
      id: await upload(),
      sha256: createHash('sha256').update('others').digest('base64'),
    });
    await isTried(id);
    expect(await store.size(reference.blob)).toBeNull();
    await letPass(id, 6);
    const waitsAnHour = async () => {
      const jobs = await stack.query(
        `SELECT FROM cloud_connector.jobs WHERE data LIKE '%' || $1 || '%' AND state = 'waiting' AND attempts = 0
           AND due_at > now() + interval '50 minutes'`,
        [id],
      );
      return jobs.length > 0;
    };
    await until(waitsAnHour, { describe: 'the copy to be put off' });
    await letPass(id, 1);
    expect((await settled(id)).error).toMatchObject({ code: 'provider_error' });
    expect(await store.size(reference.blob)).toBeNull();
  });

  it('disconnects the number if the provider rejects its token, and is copied with the next token', async () => {
    const mediaId = await upload();
    await stack.sandbox.call('POST', `/cloud/numbers/${BUSINESS}/events`, { event: 'token_invalid' });
    const { id } = await receive({ id: mediaId, sha256 });
    const { data } = await stack.bus.nextEvent(
      numberStatusChanged,
      (event) => event.data.status === 'disconnected',
    );
    expect(data).toMatchObject({ channel_id: 7, reason: 'token_invalid' });
    number = await stack.putNumber(BUSINESS);
    await stack.connect(7, number);
    await changeJob(id, 'due_at = now()');
    expect((await settled(id)).error).toBeNull();
  });

  it('is not left behind of a channel that was deleted meanwhile', async () => {
    const { id, reference } = await receive({ id: await upload(), sha256: sha256.replace(/^./, 'x') });
    await isTried(id);
    await store.write(reference.blob, Readable.from([bytes]));
    await stack.bus.publish(channelDeleted, { channel_id: 7 }, { channelId: 7 });
    await until(async () => (await stack.query('SELECT FROM cloud_connector.deleted_channels')).length > 0, {
      describe: 'the channel to be marked',
    });
    await changeJob(id, 'due_at = now()');
    await until(async () => (await store.size(reference.blob)) === null, {
      describe: 'the bytes to be gone',
    });
  });
});
