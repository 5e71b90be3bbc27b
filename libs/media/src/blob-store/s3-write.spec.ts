import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { ByteBudget } from '@chat/flow';
import { BLOCK_BYTES, PART_BYTES } from './blob-parts';
import { receiveBlob } from './receive-blob';
import { S3BlobStore } from './s3-blob-store';
import { newKey } from './testing/describe-blob-store';

const MIB = 1024 * 1024;
/** The account in `newKey`. */
const ACCOUNT = 7;

const kinds: [RegExp, string, string][] = [
  [/^HEAD/, 'look', ''],
  [
    /^POST .*\?uploads/,
    'begin',
    '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>',
  ],
  [
    /^POST .*uploadId=/,
    'complete',
    '<CompleteMultipartUploadResult><ETag>e</ETag></CompleteMultipartUploadResult>',
  ],
  [/^PUT .*partNumber=/, 'part', ''],
  [/^PUT/, 'whole', ''],
  [/^DELETE .*uploadId=/, 'abort', ''],
];

describe('a write to S3', () => {
  let server: Server;
  let store: S3BlobStore;
  let budget: ByteBudget;
  /** The kinds of calls that were made, in order. */
  let calls: string[];
  /** How the store treats parts. */
  let fateOfParts: 'accepted' | 'refused' | 'unanswered';

  beforeAll(async () => {
    server = createServer((request: IncomingMessage, response) => {
      const [, kind = '', body = ''] =
        kinds.find(([pattern]) => pattern.test(`${request.method} ${request.url}`)) ?? [];
      if (kind !== 'look') calls.push(kind);
      const fate = kind === 'part' ? fateOfParts : 'accepted';
      if (fate === 'unanswered') return;
      const status = fate === 'accepted' ? 200 : 403;
      request.resume().on('end', () => response.writeHead(status, { etag: '"e"' }).end(body));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  beforeEach(async () => {
    [calls, fateOfParts] = [[], 'accepted'];
    budget = new ByteBudget(64 * MIB);
    store = await S3BlobStore.open({
      bucket: 'media',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
      memory: budget,
    });
  });

  afterEach(() => {
    expect(budget.takenBy(ACCOUNT)).toBe(0);
    store.close();
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ['nothing', 0, ['whole']],
    ['a small file', 100, ['whole']],
    ['a file of one part', PART_BYTES, ['whole']],
    ['a larger file', 2 * PART_BYTES + 1, ['begin', 'part', 'part', 'part', 'complete']],
  ])('makes as few calls as there can be for %s', async (_, size, expected) => {
    await store.write(newKey(), Readable.from([Buffer.alloc(size)]));
    expect(calls).toEqual(expected);
  });

  it('holds of a source that stalls what has arrived, and not what was sent', async () => {
    const source = new Readable({ read: () => undefined });
    const written = store.write(newKey(), source);
    source.push(Buffer.alloc(PART_BYTES + 1));
    while (budget.takenBy(ACCOUNT) !== BLOCK_BYTES) await delay(5);
    expect(calls).toEqual(['begin', 'part']);
    source.push(null);
    await written;
  });

  it('aborts an upload in parts, and what of it is on its way, when the source fails', async () => {
    fateOfParts = 'unanswered';
    const source = new Readable({ read: () => undefined });
    const written = store.write(newKey(), source);
    source.push(Buffer.alloc(PART_BYTES + 1));
    while (!calls.includes('part')) await delay(5);
    source.destroy(new Error('the client hung up'));
    await expect(written).rejects.toThrow('the client hung up');
    expect(calls).toEqual(['begin', 'part', 'abort']);
  });

  it('ends a source that stalls as soon as one of its parts is refused', async () => {
    fateOfParts = 'refused';
    const source = new Readable({ read: () => undefined });
    const received = receiveBlob(store, newKey(), source, 100 * MIB);
    source.push(Buffer.alloc(PART_BYTES + 1));
    await expect(received).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    expect(source.destroyed).toBe(true);
    expect(calls.at(-1)).toBe('abort');
  });

  it('fails with the refusal if there is no memory, and sends nothing', async () => {
    jest.spyOn(budget, 'acquire').mockResolvedValue(false);
    const source = new Readable({ read: () => undefined });
    const received = receiveBlob(store, newKey(), source, 100 * MIB);
    source.push('a byte');
    await expect(received).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(source.destroyed).toBe(true);
    expect(calls).toEqual([]);
  });
});
