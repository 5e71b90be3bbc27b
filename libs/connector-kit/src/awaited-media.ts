import type { MediaReference } from '@chat/contracts/connector';
import { jobType, type JobType } from '@chat/service-kit';

/** The network's description of inbound media, before its bytes. */
export interface AnnouncedMedia {
  mime_type: string;
  filename: string | null;
  /** Null or absent if the network did not give it. */
  size?: number | null;
  /** In hexadecimal; null if the network did not give it. */
  sha256: string | null;
  ptt: boolean;
}

/** The bytes of a message that are still on the network. */
export interface AwaitedMedia<Media extends AnnouncedMedia> {
  channelId: number;
  chatMessageId: string;
  /** The key under which they are stored. */
  blob: string;
  media: Media;
  /** Epoch milliseconds. */
  arrivedAt: number;
}

/** The job that copies the media of one message. It gives up by itself, and reports that. */
export function mediaCopyJob<Media extends AnnouncedMedia>(): JobType<AwaitedMedia<Media>> {
  return jobType<AwaitedMedia<Media>>('copy-inbound-media', { giveUpAfterMs: null });
}

/** The media in our store, as far as it is known. */
export function referenceTo(
  { mime_type, filename, size, sha256, ptt }: AnnouncedMedia,
  blob: string,
): MediaReference {
  return { blob, mime_type, filename, size: size ?? 0, sha256: sha256 ?? '', ptt };
}
