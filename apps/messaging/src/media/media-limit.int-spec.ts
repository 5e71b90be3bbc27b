import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { blobKey, FilesystemBlobStore } from '@chat/media';
import type { StoredFile } from '@chat/contracts';
import type { MediaReference, MessageError } from '@chat/contracts/connector';
import { deviceConnector } from '@chat/contracts/device-sessions';
import { limitCrossed, usageOperations } from '@chat/contracts/limits';
import { hideChannel, messageReceived } from '@chat/contracts/messaging';
import { refusal, testContext, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const KIB = 1024;
const { read, setLimit } = usageOperations('messaging');

describe('the limit of stored media', () => {
  let messaging: MessagingUnderTest;
  let store: FilesystemBlobStore;
  let accountId = 100;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start({}, { replicas: 2 });
    store = await FilesystemBlobStore.open(messaging.service.blobFolder);
  });

  afterAll(() => messaging.service.stop());

  beforeEach(() => {
    accountId += 1;
    messaging.playWell();
  });

  const setMax = (max: number) =>
    messaging.bus.request(setLimit, { body: { account_id: accountId, limit: 'media_bytes', max } });
  const used = async () =>
    (await messaging.bus.request(read, { body: { account_id: accountId } })).usage[0]!.used;
  const untilUsed = (bytes: number) =>
    until(async () => (await used()) === bytes, { describe: `${bytes} bytes to be counted` });
  const fileOf = (size: number): StoredFile => ({
    blob: blobKey(accountId, randomUUID(), new Date()),
    filename: 'a.bin',
    mime_type: 'application/octet-stream',
    size,
    sha256: '0'.repeat(64),
  });
  let people = 0;
  /** To somebody else each time, so that sends need not wait for each other. */
  const send = (file: Partial<StoredFile> & { size: number } = fileOf(KIB)) => {
    const mobile = `1517${String((people += 1)).padStart(7, '0')}`;
    const document = { ...fileOf(file.size), ...file };
    return messaging.send({ mobile, message: undefined, document }, testContext({ accountId }));
  };
  const messages = async () =>
    (await messaging.service.query('SELECT FROM messaging.messages WHERE account_id = $1', [accountId]))
      .length;

  const receive = async (reference: MediaReference) => {
    const content = { type: 'document', text: null, media: { ...reference, awaited: true } } as const;
    const { chat_message_id } = await messaging.receive({ content }, accountId);
    await messaging.bus.nextEvent(
      messageReceived,
      ({ data }) => data.message.chat_message_id === chat_message_id,
    );
    return chat_message_id;
  };
  const settle = (chat_message_id: string, media: MediaReference, error: MessageError | null = null) =>
    messaging.bus.publish(
      deviceConnector.media,
      { channel_id: 1, chat_message_id, media, error },
      { accountId },
    );

  it('holds exactly for files that the account sends at once on two replicas, and a refusal writes nothing', async () => {
    await setMax(10 * KIB);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () =>
        send().then(
          () => 'sent',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'limit_reached')).toHaveLength(30);
    expect([await messages(), await used()]).toEqual([10, 10 * KIB]);
    expect(await refusal(send())).toMatchObject({ code: 'limit_reached', reason: 'media_bytes' });
    const context = testContext({ accountId });
    await messaging.send({ mobile: '15170000000' }, context);
    const url = { message: undefined, document_url: 'https://files.example/a.pdf' };
    expect((await refusal(messaging.send(url, context))).code).toBe('limit_reached');
  });

  it('keeps what people send beyond it, and tells; lost and awaited bytes do not count', async () => {
    await setMax(10 * KIB);
    const reference = (size: number): MediaReference => ({ ...fileOf(size), ptt: false });
    const [first, second, lost] = [reference(9 * KIB), reference(5 * KIB), reference(900 * KIB)];
    const ids = [await receive(first), await receive(second), await receive(lost)];
    expect(await used()).toBe(0);
    await settle(ids[0]!, first);
    await settle(ids[2]!, lost, { code: 'provider_error', message: 'Gone.', reason: null, provider: null });
    await untilUsed(9 * KIB);
    await settle(ids[1]!, second);
    await untilUsed(14 * KIB);
    const told = () =>
      messaging.bus
        .events(limitCrossed('messaging'))
        .filter(({ accountid }) => accountid === String(accountId))
        .map(({ data }) => data.used);
    await until(() => told().includes(14 * KIB), { describe: 'the account to be told' });
    expect((await refusal(send())).code).toBe('limit_reached');
  });

  it('is relieved by what goes with a channel', async () => {
    messaging.resolve = () => ({ id: accountId });
    await send(fileOf(3 * KIB));
    await untilUsed(3 * KIB);
    await messaging.bus.request(hideChannel, { body: { channel_id: accountId } }, testContext({ accountId }));
    await untilUsed(0);
  });

  it('counts files from before it by their bytes, and an account that had much gets twice as much', async () => {
    const blob = blobKey(accountId, randomUUID(), new Date());
    await store.write(blob, Readable.from([Buffer.alloc(2 * KIB)]));
    const TIB = 1024 ** 4;
    await messaging.service.query(
      `INSERT INTO messaging.blobs (account_id, channel_id, blob, size) VALUES ($1, 1, $2, NULL), ($1, 1, 'huge', $3)`,
      [accountId, blob, 3 * TIB],
    );
    await messaging.service.query(`INSERT INTO messaging.usage_recounts (limit_name) VALUES ('media_bytes')`);
    await send();
    await untilUsed(3 * TIB + 3 * KIB);
    const isCounted = async () =>
      (await messaging.service.query('SELECT FROM messaging.usage_recounts')).length === 0;
    await until(isCounted, { describe: 'the older files to be counted' });
    const { usage } = await messaging.bus.request(read, { body: { account_id: accountId } });
    expect(usage).toContainEqual({
      limit: 'media_bytes',
      used: 3 * TIB + 3 * KIB,
      max: 6 * TIB + 6 * KIB,
      is_own: true,
    });
    await send();
  });
});
