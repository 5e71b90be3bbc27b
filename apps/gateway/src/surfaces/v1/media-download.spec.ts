import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fastify, type FastifyInstance } from 'fastify';
import { blobKey, FilesystemBlobStore } from '@chat/media';
import type { StoredMedia } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { sendMedia } from './media-download';

const bytes = Buffer.from('0123456789');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const etag = `"${sha256}"`;

describe('the download of media', () => {
  let folder: string;
  let app: FastifyInstance;
  let media: StoredMedia;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-download-'));
    const store = await FilesystemBlobStore.open(folder);
    media = {
      blob: blobKey(1, randomUUID(), new Date()),
      filename: '发 "x".png',
      mime_type: 'image/png',
      size: 10,
      sha256,
    };
    await store.write(media.blob, Readable.from([bytes]));
    app = fastify({ exposeHeadRoutes: false });
    app.setErrorHandler((error, _, reply) =>
      reply.code((error as AppError).status).send({ code: (error as AppError).code }),
    );
    app.route({
      method: ['GET', 'HEAD'],
      url: '/',
      handler: (request, reply) => sendMedia(request, reply, store, media),
    });
  });

  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: '/', headers });

  it('has the stored type and name, and nothing that a browser would render', async () => {
    const { statusCode, headers, body } = await get();
    expect([statusCode, body]).toEqual([200, '0123456789']);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '10',
      'content-disposition': `attachment; filename="? \\"x\\".png"; filename*=UTF-8''%E5%8F%91%20%22x%22.png`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag,
    });
  });

  it('tells the headers alone to HEAD', async () => {
    const [whole, head] = [await get(), await get({}, 'HEAD')];
    expect(head.body).toBe('');
    const told = ['content-type', 'content-length', 'content-disposition', 'etag', 'accept-ranges'];
    expect(told.map((name) => head.headers[name])).toEqual(told.map((name) => whole.headers[name]));
  });

  it.each<[string, Record<string, string>, number, string, string | undefined]>([
    ['its beginning', { range: 'bytes=0-3' }, 206, '0123', 'bytes 0-3/10'],
    ['the rest from a place on', { range: 'bytes=7-' }, 206, '789', 'bytes 7-9/10'],
    ['its end', { range: 'bytes=-2' }, 206, '89', 'bytes 8-9/10'],
    ['a longer end than there is', { range: 'bytes=-65536' }, 206, '0123456789', 'bytes 0-9/10'],
    ['more than there is', { range: 'bytes=8-99' }, 206, '89', 'bytes 8-9/10'],
    ['one byte', { range: 'bytes=4-4' }, 206, '4', 'bytes 4-4/10'],
    ['a range of what it knows', { range: 'bytes=0-0', 'if-range': etag }, 206, '0', 'bytes 0-0/10'],
    ['a range of something else', { range: 'bytes=0-0', 'if-range': '"x"' }, 200, '0123456789', undefined],
    ['several ranges', { range: 'bytes=0-1,4-5' }, 200, '0123456789', undefined],
    ['another unit', { range: 'lines=0-1' }, 200, '0123456789', undefined],
    ['nonsense', { range: 'bytes=x' }, 200, '0123456789', undefined],
    ['what is past its end', { range: 'bytes=10-' }, 416, '{"code":"range_not_satisfiable"}', 'bytes */10'],
    ['what it has', { 'if-none-match': etag }, 304, '', undefined],
    ['what it has, weakly named', { 'if-none-match': `"y", W/${etag}` }, 304, '', undefined],
    ['something else', { 'if-none-match': '"y"' }, 200, '0123456789', undefined],
  ])('answers who asks for %s (%j)', async (_, asked, status, body, contentRange) => {
    const answer = await get(asked);
    expect([answer.statusCode, answer.body]).toEqual([status, body]);
    expect(answer.headers['content-range']).toBe(contentRange);
    if (status === 206) expect(answer.headers['content-length']).toBe(String(body.length));
  });

  it('is not found when the bytes are gone', async () => {
    const kept = media;
    media = { ...media, blob: blobKey(1, randomUUID(), new Date()) };
    for (const method of ['GET', 'HEAD'] as const) expect((await get({}, method)).statusCode).toBe(404);
    media = kept;
  });
});
