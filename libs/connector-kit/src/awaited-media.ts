import type { MediaReference } from '@chat/contracts/connector';
import { jobType, type JobType } from '@chat/service-kit';

/** What the network said of media that came in, ahead of its bytes. */
export interface AnnouncedMedia {
  mime_type: string;
  filename: string | null;
  /** Null or absent when the network did not say. */
  size?: number | null;
  /** In hexadecimal; null when the network did not say. */
  sha256: string | null;
  ptt: boolean;
}

/** The bytes of a message that are still on the network. */
export interface AwaitedMedia<Media extends AnnouncedMedia> {
  channelId: number;
  chatMessageId: string;
  /** Where they go. */
  blob: string;
  media: Media;
  /** Epoch milliseconds. */
  arrivedAt: number;
}

/** The job that copies the media of one message. It gives up by itself, and reports so. */
export function mediaCopyJob<Media extends AnnouncedMedia>(): JobType<AwaitedMedia<Media>> {
  return jobType<AwaitedMedia<Media>>('copy-inbound-media', { giveUpAfterMs: null });
}

/** The media as it is in our store, as far as it is known. */
export function referenceTo(
  { mime_type, filename, size, sha256, ptt }: AnnouncedMedia,
  blob: string,
): MediaReference {
  return { blob, mime_type, filename, size: size ?? 0, sha256: sha256 ?? '', ptt };
}
