import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { BLOB_STORE, BlobTooLargeError, type BlobStore } from '@chat/blob-store';
import { uploadLimits, type StoredFile } from '@chat/contracts';
import { AppError, invalid } from '@chat/errors';
import { isOggOpus, NoOpusError, OGG_HEAD_BYTES, remuxToOgg, VOICE_NOTE_TYPE } from '@chat/media-files';
import { BlobsService } from './blobs.service';

/** Converts audio files to voice notes. */
@Injectable()
export class VoiceNotesService {
  constructor(
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    private readonly blobs: BlobsService,
  ) {}

  /**
   * Opus in Ogg is used as it is; Opus in WebM is remuxed into a new file.
   * @throws AppError `validation_error` for anything else.
   */
  async make(
    owner: { accountId: number; channelId: number },
    member: string,
    file: StoredFile,
  ): Promise<StoredFile> {
    const head = await this.readRange(file, 0, Math.min(OGG_HEAD_BYTES, file.size));
    if (isOggOpus(head)) return { ...file, mime_type: VOICE_NOTE_TYPE };
    try {
      const ogg = await remuxToOgg({
        size: file.size,
        read: (start, end) => this.readRange(file, start, end),
      });
      const { key, size, sha256 } = await this.blobs.receive(owner, ogg, uploadLimits.audio);
      const filename = file.filename && file.filename.replace(/(\.webm)?$/i, '.ogg');
      return { blob: key, filename, mime_type: VOICE_NOTE_TYPE, size, sha256 };
    } catch (error) {
      if (!(error instanceof NoOpusError || error instanceof BlobTooLargeError)) throw error;
      throw invalid(member, `${member} must be Opus, in Ogg or WebM, to be sent as a voice note.`);
    }
  }

  private async readRange({ blob }: StoredFile, start: number, end: number): Promise<Buffer> {
    if (end <= start) return Buffer.alloc(0);
    const bytes = await this.store.read(blob, { start, end: end - 1 });
    // The sweep deleted it, so the request came too late.
    if (!bytes) throw new AppError('server_error');
    return buffer(bytes);
  }
}
