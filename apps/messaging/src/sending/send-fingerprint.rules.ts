import type { SendMessage } from '@chat/contracts/messaging';
import { fingerprint } from '@chat/idempotency';

/**
 * Identifies a send: two requests are the same if they send the same content to the same recipient on the same channel.
 * A file is compared by its bytes, since its name, type and place in the store may differ with each upload.
 */
export function fingerprintOfSend({ filename: _, ...body }: SendMessage): Buffer {
  const { image, document, video, audio, sticker } = body;
  return fingerprint({
    ...body,
    image: image?.sha256,
    document: document?.sha256,
    video: video?.sha256,
    audio: audio?.sha256,
    sticker: sticker?.sha256,
  });
}
