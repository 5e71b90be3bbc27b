import { createWriteStream } from 'node:fs';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '@chat/media';
import type { ExportOutput } from '@chat/media/person-export';
import type { ExportedMedia } from '@chat/contracts/messaging';

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
