import { createWriteStream } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '@chat/blob-store';
import type { ExportedMedia } from '@chat/contracts/messaging';

/** Where the document goes, and how it has the bytes of media. */
export interface ExportOutput {
  write(text: string): Promise<void>;
  /** Writes a JSON value that stands for the bytes: what they are and where, or the bytes themselves. */
  writeMedia(messageId: number, media: ExportedMedia): Promise<void>;
  end(): Promise<void>;
  /** How many files the store did not have. */
  readonly missing: number;
}

/** The whole document into one stream, with the bytes of media as base64. */
export class ExportStream implements ExportOutput {
  missing = 0;

  constructor(
    private readonly stream: Writable,
    private readonly store: BlobStore,
  ) {}

  async write(text: string): Promise<void> {
    if (!this.stream.write(text)) await once(this.stream, 'drain');
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

/** The document as a file that only its owner may read, and media as files in a folder beside it. */
export class ExportFile implements ExportOutput {
  missing = 0;
  private files = 0;

  private constructor(
    private readonly path: string,
    private readonly folder: string,
    private readonly file: FileHandle,
    private readonly store: BlobStore,
  ) {}

  /** @throws Error when the file exists. */
  static async create(path: string, store: BlobStore): Promise<ExportFile> {
    const file = await open(path, 'wx', 0o600);
    return new ExportFile(path, join(dirname(path), `${basename(path, extname(path))}-media`), file, store);
  }

  async write(text: string): Promise<void> {
    await this.file.write(text);
  }

  async writeMedia(messageId: number, { blob, ...media }: ExportedMedia): Promise<void> {
    const bytes = await this.store.read(blob);
    if (!bytes) {
      this.missing += 1;
      return this.write(JSON.stringify({ ...media, file: null }));
    }
    const name = `${messageId}${extensionOf(media)}`;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await pipeline(bytes, createWriteStream(join(this.folder, name), { mode: 0o600 }));
    this.files += 1;
    await this.write(JSON.stringify({ ...media, file: join(basename(this.folder), name) }));
  }

  async end(): Promise<void> {
    await this.file.write('\n');
    await this.file.close();
  }

  summary() {
    return { file: this.path, media_folder: this.files > 0 ? this.folder : null, media_files: this.files };
  }
}

/** Of the sender's name for the file: letters and digits alone, so that it leads nowhere. */
function extensionOf({ filename, mime_type }: Pick<ExportedMedia, 'filename' | 'mime_type'>): string {
  const given = extname(filename ?? '') || `.${mime_type.split('/')[1] ?? ''}`;
  return /^\.[A-Za-z0-9]{1,8}$/.exec(given)?.[0] ?? '';
}

/** Three bytes are four characters, so what does not divide waits for the next chunk. */
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
