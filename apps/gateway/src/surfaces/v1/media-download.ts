import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BlobStore, ByteRange } from '@chat/media';
import type { StoredMedia } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { readByteRange } from './byte-range.rules';

/** Media from strangers is only data: no browser may render it, run it or guess its type. */
const inertHeaders = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Sends stored media, or the range that the request asks for. */
export async function sendMedia(
  request: FastifyRequest,
  reply: FastifyReply,
  store: BlobStore,
  media: StoredMedia,
): Promise<FastifyReply> {
  // The bytes of a blob never change.
  const etag = `"${media.sha256}"`;
  reply.headers({
    ...inertHeaders,
    'x-request-id': request.id,
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
  });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const range = rangeOf(request, media.size, etag);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${media.size}`);
    throw new AppError('range_not_satisfiable');
  }
  const { start, end } = range ?? { start: 0, end: media.size - 1 };
  const bytes = request.method === 'HEAD' ? await requireKept(store, media) : await read(store, media, range);
  return reply
    .code(range ? 206 : 200)
    .headers({
      ...(range && { 'content-range': `bytes ${start}-${end}/${media.size}` }),
      'content-type': media.mime_type,
      'content-disposition': contentDisposition(media.filename ?? undefined),
      'content-length': end - start + 1,
    })
    .send(bytes);
}

/** A HEAD request opens no stream. */
async function requireKept(store: BlobStore, { blob }: StoredMedia): Promise<undefined> {
  if ((await store.size(blob)) === null) throw new AppError('not_found');
}

async function read(store: BlobStore, { blob, size }: StoredMedia, range: ByteRange | null) {
  const bytes = await store.read(blob, range ?? undefined);
  // Deleted after the service replied.
  if (!bytes) throw new AppError('not_found');
  return size === 0 ? bytes.destroy() && '' : bytes;
}

/** Null for the whole file, also for HEAD and if `If-Range` names other bytes. */
function rangeOf(
  { headers, method }: FastifyRequest,
  size: number,
  etag: string,
): ByteRange | 'unsatisfiable' | null {
  const { range: asked, 'if-range': condition } = headers;
  if (asked === undefined || method !== 'GET' || (condition !== undefined && condition !== etag)) return null;
  return readByteRange(asked, size);
}

/** Whether an `If-None-Match` contains the tag. Weak tags match too. */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
