import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { ByteBudget } from '@chat/flow';
import { blobKey } from './blob-key.rules';
import { S3BlobStore, type S3Settings } from './s3-blob-store';
import { describeBlobStore } from './testing/describe-blob-store';

const MIB = 1024 * 1024;

let folder: string;
let server: S3rver;
let settings: S3Settings;
let store: S3BlobStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-s3-'));
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'media', configs: [] }],
  });
  const { address, port } = await server.run();
  settings = {
    bucket: 'media',
    region: 'us-east-1',
    endpoint: `http://${address}:${port}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    memory: new ByteBudget(64 * MIB),
  };
  store = await S3BlobStore.open(settings);
});

afterAll(async () => {
  store.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describeBlobStore('S3BlobStore', () => store);

describe('a store on S3', () => {
  it('serves a download beside more slow ones than there were sockets', async () => {
    const key = blobKey(1, randomUUID(), new Date());
    // More than the socket buffers hold, so that an unread download stays in progress.
    await store.write(key, Readable.from([Buffer.alloc(8 * MIB)]));
    const slow = await Promise.all(Array.from({ length: 60 }, () => store.read(key)));
    const one = await store.read(key, { start: 0, end: 9 });
    expect((await buffer(one!)).length).toBe(10);
    for (const stream of slow) stream!.destroy();
  });

  it('gives up a store that accepts connections and says nothing', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const opening = S3BlobStore.open({
      ...settings,
      endpoint: `http://127.0.0.1:${port}`,
      timeouts: { connectionTimeout: 50, socketTimeout: 50 },
    });
    await expect(opening).rejects.toThrow('cannot be reached');
    silent.closeAllConnections();
    silent.close();
  });
});

describe('S3BlobStore.open', () => {
  it('names the settings if there is no such bucket', async () => {
    const opening = S3BlobStore.open({ ...settings, bucket: 'absent' });
    await expect(opening).rejects.toThrow('BLOB_S3_BUCKET');
  });
});
