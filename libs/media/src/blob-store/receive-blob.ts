import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromBuffer } from 'file-type/core';
import type { BlobStore } from './blob-store';

/** How many bytes of a file its type is detected from. */
const SAMPLE_BYTES = 4_100;
/** The position of the flags of an extended WebP file, and the flag of animations. */
const FLAGS_AT = 20;
const ANIMATION = 0x02;

/** The file exceeds the size limit. Nothing was stored. */
export class BlobTooLargeError extends Error {
  override name = 'BlobTooLargeError';

  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
  }
}

/** What is known about a file once it has been received. */
export interface ReceivedBlob {
  key: string;
  size: number;
  /** The SHA-256 in hex. */
  sha256: string;
  /** The media type detected from the first bytes, with its codec if it is Opus in Ogg; null if none was. */
  sniffedType: string | null;
  /** Whether it is an animated WebP file. */
  isAnimated: boolean;
}

/**
 * Streams a file into the store in bounded memory; its bytes are counted, hashed and sniffed on the way.
 * @throws BlobTooLargeError as soon as more than `maxBytes` have arrived, or the error of the source or the store. In
 * all cases nothing is stored, and the source is destroyed.
 */
export async function receiveBlob(
  store: BlobStore,
  key: string,
  source: Readable,
  maxBytes: number,
): Promise<ReceivedBlob> {
  const meter = new Meter(maxBytes);
  const storing = store.write(key, meter).catch((error: Error) => {
    // Otherwise the source would wait forever for its reader.
    meter.destroy(error);
    throw error;
  });
  // Waits for both, so that nothing is still in progress when a failure is reported.
  const [arrived, stored] = await Promise.allSettled([pipeline(source, meter), storing]);
  for (const end of [arrived, stored]) if (end.status === 'rejected') throw end.reason;
  const sample = meter.sample();
  const shown = { sniffedType: await sniff(sample), isAnimated: isAnimatedWebp(sample) };
  return { key, size: meter.size, sha256: meter.digest(), ...shown };
}

async function sniff(sample: Buffer): Promise<string | null> {
  const found = await fileTypeFromBuffer(sample);
  return found?.mime ?? null;
}

/** Such a file begins with a chunk of flags: https://developers.google.com/speed/webp/docs/riff_container#extended_file_format. */
function isAnimatedWebp(sample: Buffer): boolean {
  const isExtended = sample.length > FLAGS_AT && sample.toString('latin1', 8, 16) === 'WEBPVP8X';
  return isExtended && (sample[FLAGS_AT]! & ANIMATION) !== 0;
}

/** Passes bytes on unchanged, and counts, hashes and samples them. */
class Meter extends Transform {
  size = 0;
  private readonly hash = createHash('sha256');
  private readonly beginning: Buffer[] = [];
  private beginningBytes = 0;

  constructor(private readonly maxBytes: number) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: Error | null, data?: Buffer) => void) {
    this.size += chunk.length;
    if (this.size > this.maxBytes) return done(new BlobTooLargeError(this.maxBytes));
    this.hash.update(chunk);
    if (this.beginningBytes < SAMPLE_BYTES) {
      this.beginning.push(Buffer.from(chunk.subarray(0, SAMPLE_BYTES - this.beginningBytes)));
      this.beginningBytes += chunk.length;
    }
    done(null, chunk);
  }

  digest(): string {
    return this.hash.digest('hex');
  }

  sample(): Buffer {
    return Buffer.concat(this.beginning);
  }
}
