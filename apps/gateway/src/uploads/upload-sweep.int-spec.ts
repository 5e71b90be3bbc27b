import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { blobKey, FilesystemBlobStore } from '@chat/blob-store';
import { heldBlobs } from '@chat/contracts/blobs';
import { until } from '@chat/testing';
import { GatewayUnderTest } from '../testing/gateway-under-test';

describe('the sweep of uploads', () => {
  let folder: string;
  let store: FilesystemBlobStore;
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-uploads-'));
    store = await FilesystemBlobStore.open(folder);
    gateway = await GatewayUnderTest.start({ BLOB_FOLDER: folder });
  });

  afterAll(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** An upload that waits to be swept, as the crash of a gateway leaves it. */
  const leaveUpload = async (service: string, dueIn: string): Promise<string> => {
    const blob = blobKey(7, randomUUID(), new Date());
    await store.write(blob, Readable.from([Buffer.from('bytes')]));
    await gateway.service.query(
      `INSERT INTO gateway.uploads (account_id, blob, service, due_at) VALUES (7, $1, $2, now() + $3::interval)`,
      [blob, service, dueIn],
    );
    return blob;
  };
  const rowsOf = (...blobs: string[]) =>
    gateway.service.query<{ blob: string; is_due: boolean }>(
      'SELECT blob, due_at <= now() AS is_due FROM gateway.uploads WHERE blob = ANY ($1)',
      [blobs],
    );
  /** A replica sweeps as it starts. */
  const sweep = async (isDone: () => Promise<boolean>) => {
    const { replica } = await gateway.startReplica();
    await until(isDone, { describe: 'the sweep' });
    await replica.stop();
  };

  it('deletes what its service does not keep, and leaves what it does', async () => {
    const [kept, forgotten] = [
      await leaveUpload('keeper', '-1 second'),
      await leaveUpload('keeper', '-1 second'),
    ];
    const answering = await gateway.bus.respond(heldBlobs('keeper'), () => ({ held: [kept] }));
    await sweep(async () => (await rowsOf(kept, forgotten)).length === 0);
    answering.unsubscribe();
    expect([await store.size(kept), await store.size(forgotten)]).toEqual([5, null]);
  });

  it('asks again later when the service does not answer, and deletes nothing', async () => {
    const blob = await leaveUpload('silent', '-1 second');
    await sweep(async () => (await rowsOf(blob))[0]?.is_due === false);
    expect(await store.size(blob)).toBe(5);
  });

  it('leaves an upload alone whose time has not come', async () => {
    const young = await leaveUpload('keeper', '1 hour');
    const old = await leaveUpload('keeper', '-1 second');
    const answering = await gateway.bus.respond(heldBlobs('keeper'), () => ({ held: [] }));
    await sweep(async () => (await rowsOf(old)).length === 0);
    answering.unsubscribe();
    expect([await store.size(young), await store.size(old)]).toEqual([5, null]);
  });
});
