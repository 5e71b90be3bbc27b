import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { S3BlobStore } from './s3-blob-store';
import { describeBlobStore } from './testing/describe-blob-store';

let folder: string;
let server: S3rver;
let endpoint: string;
let store: S3BlobStore;

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

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
  endpoint = `http://${address}:${port}`;
  store = await S3BlobStore.open({ bucket: 'media', region: 'us-east-1', endpoint, credentials });
});

afterAll(async () => {
  store.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describeBlobStore('S3BlobStore', () => store);

describe('S3BlobStore.open', () => {
  it('names the settings if there is no such bucket', async () => {
    const opening = S3BlobStore.open({ bucket: 'absent', region: 'us-east-1', endpoint, credentials });
    await expect(opening).rejects.toThrow('BLOB_S3_BUCKET');
  });
});
