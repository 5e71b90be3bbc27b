import { createWriteStream } from 'node:fs';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '@chat/media';
import type { ExportedMedia } from '@chat/contracts/messaging';

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

/** Writes the document as a file that only its owner may read, and media as files in a folder beside it. */
export class ExportFile implements ExportOutput {
  missing = 0;
  private files = 0;
  private madeFolder = false;

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
    this.madeFolder ||= (await mkdir(this.folder, { recursive: true, mode: 0o700 })) !== undefined;
    await pipeline(bytes, createWriteStream(join(this.folder, name), { mode: 0o600 }));
    this.files += 1;
    await this.write(JSON.stringify({ ...media, file: join(basename(this.folder), name) }));
  }

  async end(): Promise<void> {
    await this.file.write('\n');
    await this.file.close();
  }

  /** Removes what was written: an incomplete document is useless, and would make the next attempt fail. */
  async discard(): Promise<void> {
    await this.file.close();
    await rm(this.path);
    if (this.madeFolder) await rm(this.folder, { recursive: true });
  }

  summary() {
    return { file: this.path, media_folder: this.files > 0 ? this.folder : null, media_files: this.files };
  }
}

/** The extension of the sender's file name, reduced to letters and digits so that it cannot change the path. */
function extensionOf({ filename, mime_type }: Pick<ExportedMedia, 'filename' | 'mime_type'>): string {
  const given = extname(filename ?? '') || `.${mime_type.split('/')[1] ?? ''}`;
  return /^\.[A-Za-z0-9]{1,8}$/.exec(given)?.[0] ?? '';
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
