import { About, Example, Timestamp, UploadedFile, Verbatim, type StoredFile } from '..';

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
