import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { blobKey, FilesystemBlobStore, type BlobStore } from '@chat/media';
import type { StoredMedia } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { MediaDownloads } from './media-downloads';

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
    const downloads = new MediaDownloads(store);
    app = fastify({ exposeHeadRoutes: false });
    app.setErrorHandler((error, _, reply) =>
      reply.code((error as AppError).status).send({ code: (error as AppError).code }),
    );
    app.route({
      method: ['GET', 'HEAD'],
      url: '/',
      handler: (request, reply) => downloads.send(request, reply, 1, media),
    });
    app.get<{ Querystring: { filename?: string } }>('/named', (request, reply) =>
      downloads.send(request, reply, 1, { ...media, filename: request.query.filename ?? null }),
    );
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

  it.each([
    ['Käse.pdf', `attachment; filename="Kase.pdf"; filename*=UTF-8''K%C3%A4se.pdf`],
    [
      'Curaçao señor.pdf',
      `attachment; filename="Curacao senor.pdf"; filename*=UTF-8''Cura%C3%A7ao%20se%C3%B1or.pdf`,
    ],
    ['Straße.pdf', `attachment; filename="Stra?e.pdf"; filename*=UTF-8''Stra%C3%9Fe.pdf`],
    ['plain.pdf', 'attachment; filename="plain.pdf"'],
    [null, 'attachment'],
  ])('is saved as %s by curl and wget too', async (filename, header) => {
    const query = new URLSearchParams(filename === null ? {} : { filename });
    const { headers } = await app.inject({ url: `/named?${query.toString()}` });
    expect(headers['content-disposition']).toBe(header);
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

describe('the downloads of an account that reads slowly', () => {
  const media: StoredMedia = {
    blob: blobKey(1, randomUUID(), new Date()),
    filename: null,
    mime_type: 'image/png',
    size: 10,
    sha256,
  };
  const store = { read: () => Promise.resolve(Readable.from([bytes])) } as unknown as BlobStore;
  let downloads: MediaDownloads;

  /** Asks for the media. The answer ends with `raw`. */
  const ask = (accountId: number) => {
    const raw = new PassThrough();
    const request = { id: 'r', method: 'GET', headers: {} } as FastifyRequest;
    const reply = { raw, headers: () => reply, code: () => reply, send: () => reply };
    const answered = downloads.send(request, reply as unknown as FastifyReply, accountId, media);
    return { raw, answered };
  };
  /** Takes all slots of account 1. */
  const takeAll = async () => {
    const asked = Array.from({ length: 32 }, () => ask(1));
    await Promise.all(asked.map(({ answered }) => answered));
    return asked;
  };

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    downloads = new MediaDownloads(store);
  });

  afterEach(() => jest.useRealTimers());

  it('wait for one to end, also if its client hangs up', async () => {
    const [first, second] = await takeAll();
    const [third, fourth] = [ask(1), ask(1)];
    first!.raw.end().resume();
    await third.answered;
    second!.raw.destroy();
    await fourth.answered;
  });

  it('are refused after five seconds, while those of others are served', async () => {
    await takeAll();
    const refused = expect(ask(1).answered).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
      details: { retry_after: 5 },
    });
    await ask(2).answered;
    jest.advanceTimersByTime(5_000);
    await refused;
  });

  it('keep no slot when the store has no such blob', async () => {
    jest.spyOn(store, 'read').mockResolvedValue(null);
    for (let round = 0; round < 40; round += 1) {
      const { raw, answered } = ask(1);
      await expect(answered).rejects.toMatchObject({ code: 'not_found' });
      raw.end().resume();
      await once(raw, 'close');
    }
  });
});
