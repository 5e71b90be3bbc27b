import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { ExportedMedia } from '@chat/contracts/messaging';
import type { BlobStore } from '../blob-store/blob-store';

/** Where the document is written, and how the bytes of media are included. */
export interface ExportOutput {
  write(text: string): Promise<void>;
  /** Writes a JSON value for the bytes: a reference to them, or the bytes themselves. */
  writeMedia(messageId: number, media: ExportedMedia): Promise<void>;
  end(): Promise<void>;
  /** Number of files missing in the store. */
  readonly missing: number;
}

/** Writes the whole document into one stream, with the bytes of media as base64. */
export class ExportStream implements ExportOutput {
  missing = 0;

  constructor(
    private readonly stream: Writable,
    private readonly store: BlobStore,
  ) {}

  /** Waits for a reader who is slower. @throws Error once nobody reads any more. */
  async write(text: string): Promise<void> {
    if (this.stream.destroyed) throw new Error('Nobody reads the document any more.');
    if (this.stream.write(text)) return;
    const end = new AbortController();
    const abort = () => end.abort();
    this.stream.once('close', abort);
    try {
      await once(this.stream, 'drain', { signal: end.signal });
    } finally {
      this.stream.off('close', abort);
    }
  }

  async writeMedia(_messageId: number, { blob, ...media }: ExportedMedia): Promise<void> {
    const head = JSON.stringify(media).slice(0, -1);
    const bytes = await this.store.read(blob);
    if (!bytes) {
      this.missing += 1;
      return this.write(`${head},"base64":null}`);
    }
    await this.write(`${head},"base64":"`);
    for await (const text of inBase64(bytes)) await this.write(text);
    await this.write('"}');
  }

  async end(): Promise<void> {
    await this.write('\n');
  }
}

/** Encodes a stream. Three bytes become four characters, so an incomplete group waits for the next chunk. */
async function* inBase64(bytes: Readable): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const known = Buffer.concat([rest, chunk]);
    const whole = known.length - (known.length % 3);
    rest = known.subarray(whole);
    yield known.subarray(0, whole).toString('base64');
  }
  yield rest.toString('base64');
}
