import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type/core';
import { LARGEST_MEDIA_BYTES, uploadProblem } from './media-type.rules';
import { MediaTooLargeError, type MediaRepository, type MediaRow, type NewMedia } from './media.repository';

const FETCH_TIMEOUT_MS = 10_000;
const URL_LIVES_SECONDS = 5 * 60;
const DOWNLOAD_PATH = '/whatsapp_business/attachments/';

/** Media that cannot be accepted, with a sentence that says why. */
export class MediaProblem extends Error {}

/** Checks and stores incoming media, and creates links to it. */
export class MediaService {
  /** Links stop working when the process ends. */
  private readonly linkKey = randomBytes(32);

  constructor(
    private readonly media: MediaRepository,
    private readonly urlLivesSeconds = URL_LIVES_SECONDS,
  ) {}

  /** Stores one file. @throws MediaProblem, and keeps nothing, when the platform does not accept it. */
  async store(
    media: Omit<NewMedia, 'mimeType'>,
    source: AsyncIterable<Buffer>,
    /** Called once all bytes are stored, because a form may name the type last. */
    declaredType: () => Promise<string | null>,
  ): Promise<string> {
    const id = await this.media.create({ ...media, mimeType: '' });
    try {
      const { size, sample } = await this.media.append(id, source, LARGEST_MEDIA_BYTES);
      const type = await declaredType();
      const problem =
        type === null ? 'The parameter type is required.' : uploadProblem(type, size, await sniff(sample));
      if (type === null || problem !== null) throw new MediaProblem(problem ?? '');
      await this.media.setType(id, type);
      await this.media.complete(id);
      return id;
    } catch (error) {
      await this.media.remove(id);
      throw error instanceof MediaTooLargeError ? new MediaProblem('Param file is too large.') : error;
    }
  }

  /**
   * Downloads media from a link of a business. @throws MediaProblem when that fails or the platform does not accept the
   * media.
   */
  async fetch(media: Omit<NewMedia, 'mimeType'>, link: string): Promise<string> {
    const response = await fetch(link, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch(() => null);
    if (!response?.ok || !response.body) {
      throw new MediaProblem(
        `Downloading media from weblink failed with http code ${response?.status ?? 0}.`,
      );
    }
    const body = response.body as unknown as AsyncIterable<Buffer>;
    return this.store(media, asBuffers(body), () => Promise.resolve(response.headers.get('content-type')));
  }

  async find(id: string): Promise<MediaRow | null> {
    const found = await this.media.find(id);
    return found && !found.is_expired && found.sha256 !== null ? found : null;
  }

  /** Returns a link that is valid for some minutes. It requires the bearer token as well. */
  linkTo(id: string, origin: string): string {
    const expires = Math.floor(Date.now() / 1000) + this.urlLivesSeconds;
    return `${origin}${DOWNLOAD_PATH}?mid=${id}&ext=${expires}&hash=${this.sign(id, expires)}`;
  }

  /** Returns the media of a link that is valid and has not expired. */
  async followLink(query: { mid?: string; ext?: string; hash?: string }): Promise<MediaRow | null> {
    const { mid = '', ext = '', hash = '' } = query;
    const expected = Buffer.from(this.sign(mid, Number(ext)));
    const given = Buffer.from(hash);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return Number(ext) * 1000 < Date.now() ? null : this.find(mid);
  }

  read(id: string): Readable {
    return this.media.read(id);
  }

  async remove(id: string): Promise<void> {
    await this.media.remove(id);
  }

  private sign(id: string, expires: number): string {
    return createHmac('sha256', this.linkKey).update(`${id} ${expires}`).digest('base64url');
  }
}

export { DOWNLOAD_PATH };

async function sniff(sample: Buffer): Promise<string | null> {
  const found = await fileTypeFromBuffer(sample);
  return found?.mime.split(';')[0]?.trim() ?? null;
}

async function* asBuffers(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const part of source) yield Buffer.from(part);
}
