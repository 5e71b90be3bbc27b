import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import {
  BLOB_STORE,
  type BlobStore,
  BlobTooLargeError,
  type ByteRange,
  ConversionTurns,
  isOggOpus,
  isWebm,
  NoOpusError,
  remuxToOgg,
  SOUND_HEAD_BYTES,
  VOICE_NOTE_TYPE,
} from '@chat/media';
import { uploadLimits, type StoredFile } from '@chat/contracts';
import { AppError, invalid } from '@chat/errors';
import { BlobsService } from './blobs.service';

/** Each conversion may use a processor and 200 MiB, besides those of this process. */
const AT_ONCE = 2;
/** The send, which waits for a turn and for the conversion, must be answered within 30 seconds. */
const PATIENCE_MS = 15_000;
const LIMITS = { maxBytes: uploadLimits.audio, timeoutMs: 10_000 };

/** Converts audio files to voice notes. */
@Injectable()
export class VoiceNotesService {
  private readonly turns = new ConversionTurns(AT_ONCE, PATIENCE_MS);

  constructor(
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    private readonly blobs: BlobsService,
  ) {}

  /**
   * Opus in Ogg is used as it is; Opus in WebM is remuxed into a new file.
   * @throws AppError `validation_error` for anything else; `service_unavailable` if too many files are being remuxed.
   */
  async make(
    owner: { accountId: number; channelId: number },
    member: string,
    file: StoredFile,
  ): Promise<StoredFile> {
    const head = await this.headOf(file);
    if (isOggOpus(head)) return { ...file, mime_type: VOICE_NOTE_TYPE };
    if (!isWebm(head)) throw notAVoiceNote(member);
    try {
      return await this.turns.run(owner.accountId, () => this.remux(owner, file));
    } catch (error) {
      if (!(error instanceof NoOpusError || error instanceof BlobTooLargeError)) throw error;
      throw notAVoiceNote(member);
    }
  }

  private async remux(
    owner: { accountId: number; channelId: number },
    file: StoredFile,
  ): Promise<StoredFile> {
    const ogg = await remuxToOgg(await this.read(file), LIMITS);
    const { key, size, sha256 } = await this.blobs.receive(owner, ogg, LIMITS.maxBytes);
    const filename = file.filename && file.filename.replace(/(\.webm)?$/i, '.ogg');
    return { blob: key, filename, mime_type: VOICE_NOTE_TYPE, size, sha256 };
  }

  private async headOf(file: StoredFile): Promise<Buffer> {
    if (file.size === 0) return Buffer.alloc(0);
    return buffer(await this.read(file, { start: 0, end: Math.min(SOUND_HEAD_BYTES, file.size) - 1 }));
  }

  private async read({ blob }: StoredFile, range?: ByteRange): Promise<Readable> {
    const bytes = await this.store.read(blob, range);
    // The sweep deleted it, so the request came too late.
    if (!bytes) throw new AppError('server_error');
    return bytes;
  }
}

function notAVoiceNote(member: string): AppError {
  return invalid(member, `${member} must be Opus, in Ogg or WebM, to be sent as a voice note.`);
}
