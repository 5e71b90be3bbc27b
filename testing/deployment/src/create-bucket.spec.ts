import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import S3rver from 's3rver';
import { root } from './testing/manifests';

const run = promisify(execFile);

let folder: string;
let server: S3rver;
let endpoint: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deployment-s3-'));
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [],
  });
  const { address, port } = await server.run();
  endpoint = `http://${address}:${port}`;
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const createBucket = () =>
  run(process.execPath, [join(root, 'docker/create-bucket.cjs')], {
    env: {
      BLOB_S3_ENDPOINT: endpoint,
      BLOB_S3_BUCKET: 'chat-media',
      BLOB_S3_ACCESS_KEY_ID: 'S3RVER',
      BLOB_S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
  });

it('creates the bucket of compose.yaml once, and leaves it unchanged the next time', async () => {
  await createBucket();
  await createBucket();
  expect(await readdir(folder)).toEqual(['chat-media']);
});
