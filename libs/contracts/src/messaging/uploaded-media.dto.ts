import {
  About,
  Example,
  Int,
  Nested,
  Nullable,
  Timestamp,
  UploadedFile,
  Verbatim,
  type StoredFile,
} from '..';

export const MAX_MEDIA_ID = 100;

export class UploadMedia {
  @About(
    'The file. Whether it can be sent as an image, a video, an audio or a sticker is decided when it is sent.',
  )
  @UploadedFile()
  file!: StoredFile;
}

export class UploadedMediaRef {
  @About(
    'Send it as `image_id`, `document_id`, `video_id`, `audio_id`, `sticker_id` or `header_media_id`, as often as you like.',
  )
  @Example('med_Jx3vT0bqQ2uYk7h1mZ9cLw')
  @Verbatim()
  media_id!: string;
  @About('Until when it can be sent: for 24 hours.') @Timestamp() expires_at!: string;
}

export class UploadedMediaId {
  @Verbatim({ min: 1, max: MAX_MEDIA_ID }) media_id!: string;
}

/** A file that was uploaded once. */
export class UploadedMedia {
  /** Null when it has expired: requests are still compared by the hash. */
  @Nullable() @Verbatim() blob!: string | null;
  @Nullable() @Verbatim() filename!: string | null;
  @Verbatim() mime_type!: string;
  @Int({ min: 0 }) size!: number;
  @Verbatim() sha256!: string;
}

export class FoundUploadedMedia {
  /** Null if the account has no such file. */
  @Nullable() @Nested(() => UploadedMedia) media!: UploadedMedia | null;
}

/** The same for a file that never was, one of another account, and one that has expired. */
export function unknownMedia(member: string): string {
  return `${member} must be the media_id of a file that was uploaded within the last 24 hours. Upload it with POST /v1/media.`;
}
