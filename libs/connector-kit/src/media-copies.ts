import type { Readable } from 'node:stream';
import { BlobTooLargeError, receiveBlob, type BlobStore } from '@chat/media';
import { uploadLimits } from '@chat/contracts';
import type { Connector, MediaReference, MessageError } from '@chat/contracts/connector';
import type { Conclusion, Job } from '@chat/service-kit';
import { referenceTo, type AnnouncedMedia, type AwaitedMedia } from './awaited-media';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const MAX_BYTES = Math.max(...Object.values(uploadLimits));

/** A transfer occupies memory and a job slot of its account. 100 MiB take this long at 175 KiB/s. */
const TRANSFER_MS = 10 * 60 * 1000;

type CopyJob<Media extends AnnouncedMedia> = Job<AwaitedMedia<Media>>;

/** The network no longer has the bytes of a message. */
export class MediaGoneError extends Error {
  override name = 'MediaGoneError';
}

/** The network has moved the bytes; the job gets the new place. */
export class MediaMovedError extends Error {
  override name = 'MediaMovedError';

  constructor(readonly media: AnnouncedMedia) {
    super('The network has the media elsewhere.');
  }
}

/**
 * Opens the bytes on the network, until the signal of the job aborts; null if the channel is deleted.
 * @throws MediaGoneError if the network no longer has them; MediaMovedError if they are to be requested at once, and from then
 * on, by other media of the same type. After any other error, the job tries again.
 */
export type OpenMedia<Media extends AnnouncedMedia> = (job: CopyJob<Media>) => Promise<Readable | null>;

export interface MediaCopiesOptions {
  /** For how long after its arrival media is requested; a day by default. After the first day, once an hour. */
  patienceMs?: number;
  /** How long one transfer may take; ten minutes by default. */
  transferMs?: number;
}

/** Copies the media of messages into our store, since networks delete it, and reports the result. */
export class MediaCopies<Media extends AnnouncedMedia> {
  private readonly patienceMs: number;
  private readonly transferMs: number;

  constructor(
    private readonly store: BlobStore,
    private readonly settled: Connector['media'],
    private readonly open: OpenMedia<Media>,
    { patienceMs = DAY_MS, transferMs = TRANSFER_MS }: MediaCopiesOptions = {},
  ) {
    this.patienceMs = patienceMs;
    this.transferMs = transferMs;
  }

  /** The handler of the job. */
  async copy(job: CopyJob<Media>): Promise<Conclusion<AwaitedMedia<Media>> | void> {
    const { accountId, data } = job;
    const copied = await this.transfer(job);
    if (copied === 'later') return () => Promise.resolve({ delayMs: HOUR_MS });
    if (copied instanceof MediaMovedError) {
      const media = copied.media as Media;
      return () => Promise.resolve({ delayMs: 0, data: { ...data, media } });
    }
    if (!copied) {
      // The channel is deleted. An earlier run may have stored the bytes before it died.
      await this.store.delete(data.blob);
      return;
    }
    return (tx) => {
      tx.emit(this.settled, {
        accountId,
        entity: `blobs/${data.blob}`,
        entityVersion: 1,
        channelId: data.channelId,
        data: { channel_id: data.channelId, chat_message_id: data.chatMessageId, ...copied },
      });
      return Promise.resolve();
    };
  }

  /**
   * @returns the reason if the bytes are permanently lost; null if the channel is deleted.
   * @throws the error, to be retried; after a day of failures, it returns `later` instead.
   */
  private async transfer(
    job: CopyJob<Media>,
  ): Promise<{ media: MediaReference; error: MessageError | null } | MediaMovedError | 'later' | null> {
    const { media, blob, arrivedAt } = job.data;
    try {
      const signal = AbortSignal.any([job.signal, AbortSignal.timeout(this.transferMs)]);
      const bytes = await this.open({ ...job, signal });
      if (!bytes) return null;
      const stored = await receiveBlob(this.store, blob, bytes, MAX_BYTES);
      if (isAsAnnounced(stored, media))
        return { media: referenceTo({ ...media, ...stored }, blob), error: null };
      await this.store.delete(blob);
      throw new Error('The network gave out other bytes than it had announced.');
    } catch (error) {
      if (error instanceof MediaMovedError) return error;
      const without = (reason: MessageError) => ({ media: referenceTo(media, blob), error: reason });
      if (error instanceof BlobTooLargeError) return without(tooLarge);
      const ageMs = Date.now() - arrivedAt;
      if (error instanceof MediaGoneError || ageMs > this.patienceMs) return without(lost);
      if (ageMs > DAY_MS) return 'later';
      throw error;
    }
  }
}

function isAsAnnounced(
  stored: { size: number; sha256: string },
  { size, sha256 }: Pick<AnnouncedMedia, 'size' | 'sha256'>,
): boolean {
  return (size ?? stored.size) === stored.size && (sha256 ?? stored.sha256) === stored.sha256;
}

const lost: MessageError = {
  code: 'provider_error',
  message: 'The chat network no longer has the media of this message. Ask the sender for it.',
  reason: null,
  provider: null,
};

const tooLarge: MessageError = {
  code: 'payload_too_large',
  message: `The media of this message is larger than ${MAX_BYTES / 1024 / 1024} MiB and was not kept.`,
  reason: null,
  provider: null,
};
