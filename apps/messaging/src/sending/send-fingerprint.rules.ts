import type { SendMessage } from '@chat/contracts/messaging';
import { fingerprint } from '@chat/idempotency';

/**
 * Identifies a send: two requests are the same if they send the same content to the same recipient on the same channel.
 * A file is compared by its bytes, since its name, type and place in the store may differ with each upload.
 * @param media the file that the request names by its id; null if none.
 */
export function fingerprintOfSend(
  { filename: _, ...body }: SendMessage,
  media: { sha256: string } | null = null,
): Buffer {
  const hashOf = (kind: 'image' | 'document' | 'video' | 'audio' | 'sticker') =>
    body[kind]?.sha256 ?? (body[`${kind}_id`] === undefined ? undefined : media?.sha256);
  return fingerprint({
    ...body,
    image: hashOf('image'),
    document: hashOf('document'),
    video: hashOf('video'),
    audio: hashOf('audio'),
    sticker: hashOf('sticker'),
    image_id: undefined,
    document_id: undefined,
    video_id: undefined,
    audio_id: undefined,
    sticker_id: undefined,
  });
}
