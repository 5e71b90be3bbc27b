import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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

const createBucket = (settings: Record<string, string> = {}) =>
  run(process.execPath, [join(root, 'docker/create-bucket.cjs')], {
    env: {
      ...settings,
      BLOB_S3_ENDPOINT: settings.BLOB_S3_ENDPOINT ?? endpoint,
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

it('sets the policy of the bucket', async () => {
  const calls: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://store');
    calls.push([request.method, pathname, ...searchParams.keys(), await text(request)].join(' '));
    response.end();
  };
  const store = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(store, 'listening');
  try {
    const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    const file = join(root, 'docker/media-policy.json');
    await createBucket({ BLOB_S3_ENDPOINT: url, BUCKET_POLICY_FILE: file });
    const policy = await readFile(file, 'utf8');
    expect(calls).toEqual(['HEAD /chat-media/ ', `PUT /chat-media/ policy ${policy}`]);
  } finally {
    store.close();
    store.closeAllConnections();
  }
});
