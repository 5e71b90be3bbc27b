import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DataSource } from 'typeorm';
import { newObjectId } from '../ids';

export interface MediaRow {
  id: string;
  account_id: string | null;
  number_id: string | null;
  mime_type: string;
  filename: string | null;
  declared_size: number | null;
  size: number;
  /** In hex; null until all bytes are stored. */
  sha256: string | null;
  handle: string | null;
  is_expired: boolean;
}

export interface NewMedia {
  accountId: string | null;
  numberId: string | null;
  mimeType: string;
  filename: string | null;
  livesMs: number;
  /** Only for an upload in several calls. */
  declaredSize?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Lifetime of the uploads of businesses, and of the media that people send. */
export const mediaLivesMs = { uploaded: 30 * DAY_MS, inbound: 7 * DAY_MS } as const;

const COLUMNS = `id, account_id, number_id, mime_type, filename, declared_size, size, sha256, handle,
  expires_at <= now() AS is_expired`;
const CHUNK_BYTES = 1024 * 1024;
/** The number of bytes needed for sniffing. */
const SAMPLE_BYTES = 4_100;

/** There were more bytes than allowed. */
export class MediaTooLargeError extends Error {}

/** Stores media in rows of a mebibyte, so that no process ever holds a whole file. */
export class MediaRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Inserts a row without bytes, and deletes expired media. */
  async create(media: NewMedia): Promise<string> {
    const id = newObjectId('media');
    await this.dataSource.query(
      `DELETE FROM sandbox.cloud_media WHERE expires_at < now() - interval '1 day'`,
    );
    await this.dataSource.query(
      `INSERT INTO sandbox.cloud_media (id, account_id, number_id, mime_type, filename, declared_size, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 millisecond')`,
      [
        id,
        media.accountId,
        media.numberId,
        media.mimeType,
        media.filename,
        media.declaredSize ?? null,
        media.livesMs,
      ],
    );
    return id;
  }

  /** Stores a whole file. */
  async keep(media: NewMedia, bytes: Buffer): Promise<{ id: string; sha256: string }> {
    const id = await this.create(media);
    await this.append(id, Readable.from([bytes]) as AsyncIterable<Buffer>, bytes.length);
    await this.complete(id);
    const { sha256 } = (await this.find(id))!;
    return { id, sha256: sha256! };
  }

  /**
   * Appends a stream of bytes.
   * @returns the number of bytes, and the first of them.
   * @throws MediaTooLargeError as soon as `maxBytes` would be exceeded.
   */
  async append(
    id: string,
    source: AsyncIterable<Buffer>,
    maxBytes: number,
  ): Promise<{ size: number; sample: Buffer }> {
    let size = 0;
    let sample: Buffer = Buffer.alloc(0);
    for await (const chunk of inChunks(source)) {
      size += chunk.length;
      if (size > maxBytes) throw new MediaTooLargeError();
      if (sample.length === 0) sample = chunk.subarray(0, SAMPLE_BYTES);
      await this.dataSource.query(
        `WITH grown AS (UPDATE sandbox.cloud_media SET size = size + $3 WHERE id = $1 RETURNING id)
         INSERT INTO sandbox.cloud_media_chunks (media_id, number, bytes)
         SELECT id, coalesce((SELECT max(number) + 1 FROM sandbox.cloud_media_chunks WHERE media_id = $1), 0), $2
         FROM grown`,
        [id, chunk, chunk.length],
      );
    }
    return { size, sample };
  }

  /**
   * Stores the digest after all bytes have been appended.
   * @param handle whether templates may name it as a sample.
   */
  async complete(id: string, handle = false): Promise<string | null> {
    const hash = createHash('sha256');
    for await (const chunk of this.read(id)) hash.update(chunk as Buffer);
    const name = handle ? `4::${randomBytes(30).toString('base64')}:e:${Date.now()}:${id}` : null;
    await this.dataSource.query('UPDATE sandbox.cloud_media SET sha256 = $2, handle = $3 WHERE id = $1', [
      id,
      hash.digest('hex'),
      name,
    ]);
    return name;
  }

  async setType(id: string, mimeType: string): Promise<void> {
    await this.dataSource.query('UPDATE sandbox.cloud_media SET mime_type = $2 WHERE id = $1', [
      id,
      mimeType,
    ]);
  }

  async find(id: string): Promise<MediaRow | null> {
    return this.one('id = $1', id);
  }

  async findByHandle(handle: string): Promise<MediaRow | null> {
    return this.one('handle = $1', handle);
  }

  async remove(id: string): Promise<void> {
    await this.dataSource.query('DELETE FROM sandbox.cloud_media WHERE id = $1', [id]);
  }

  /** Streams the bytes, chunk by chunk. */
  read(id: string): Readable {
    return Readable.from(this.chunks(id), { objectMode: false, highWaterMark: CHUNK_BYTES });
  }

  private async *chunks(id: string): AsyncGenerator<Buffer> {
    for (let number = 0; ; number += 1) {
      const [row]: { bytes: Buffer }[] = await this.dataSource.query(
        'SELECT bytes FROM sandbox.cloud_media_chunks WHERE media_id = $1 AND number = $2',
        [id, number],
      );
      if (!row) return;
      yield row.bytes;
    }
  }

  private async one(where: string, value: string): Promise<MediaRow | null> {
    const [media]: MediaRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM sandbox.cloud_media WHERE ${where}`,
      [value],
    );
    return media ?? null;
  }
}

async function* inChunks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const part of source) {
    waiting.push(part);
    size += part.length;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
