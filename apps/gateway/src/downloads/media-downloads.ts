import { finished } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountSlots } from '@chat/flow';
import { BLOB_STORE, type BlobStore, type ByteRange } from '@chat/media';
import type { StoredMedia } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { readByteRange } from './byte-range.rules';

/** Media from strangers is only data: no browser may render it, run it or guess its type. */
const inertHeaders = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** How many downloads of one account a gateway serves at once. A slow reader keeps one for as long as it reads. */
const AT_ONCE = 32;
/** How long a download waits for another of its account to end. */
const WAIT_MS = 5_000;

/** Sends stored media. */
@Injectable()
export class MediaDownloads {
  private readonly slots = new AccountSlots(AT_ONCE);

  constructor(@Inject(BLOB_STORE) private readonly store: BlobStore) {}

  /**
   * Sends the media of an account, or the range that the request asks for.
   * @throws AppError `rate_limit_exceeded` if the account has too many downloads under way.
   */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    accountId: number,
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
    const bytes =
      request.method === 'HEAD'
        ? await this.requireKept(media)
        : await this.open(reply, accountId, media, range);
    return reply
      .code(range ? 206 : 200)
      .headers({
        ...(range && { 'content-range': `bytes ${start}-${end}/${media.size}` }),
        'content-type': media.mime_type,
        'content-disposition': dispositionOf(media.filename),
        'content-length': end - start + 1,
      })
      .send(bytes);
  }

  /** A HEAD request opens no stream. */
  private async requireKept({ blob }: StoredMedia): Promise<undefined> {
    if ((await this.store.size(blob)) === null) throw new AppError('not_found');
  }

  /** Opens the bytes, in a slot that is released with the answer. */
  private async open({ raw }: FastifyReply, accountId: number, media: StoredMedia, range: ByteRange | null) {
    if (!(await this.slots.acquire(accountId, WAIT_MS))) {
      const message = `More than ${AT_ONCE} downloads of this account are under way. Wait for one to end.`;
      throw new AppError('rate_limit_exceeded', { message, retry_after: WAIT_MS / 1_000 });
    }
    // Also when the client hangs up, before or after.
    finished(raw, () => this.slots.release(accountId));
    return this.read(media, range);
  }

  private async read({ blob, size }: StoredMedia, range: ByteRange | null) {
    const bytes = await this.store.read(blob, range ?? undefined);
    // Deleted after the service replied.
    if (!bytes) throw new AppError('not_found');
    return size === 0 ? bytes.destroy() && '' : bytes;
  }
}

/**
 * The header that has the client save the file under its name. A name that is not ASCII is in `filename*`, which browsers and wget
 * read; curl reads `filename` alone, as bytes, so it gets the nearest name in ASCII rather than one in Latin-1.
 */
function dispositionOf(filename: string | null): string {
  if (filename === null) return contentDisposition();
  const unaccented = filename.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return contentDisposition(filename, { fallback: unaccented.replaceAll(/[^\x20-\x7e]/gu, '?') });
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
