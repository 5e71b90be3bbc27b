import type { SendMessage } from '@chat/contracts/messaging';
import { fingerprint } from '@chat/idempotency';

/**
 * What makes two requests the same send: all that is sent, to whom and by which channel. Of a file its bytes count: the
 * name, the type and the place in the store may differ each time it is uploaded.
 */
export function fingerprintOfSend({ filename: _, ...body }: SendMessage): Buffer {
  const { image, document, video, audio } = body;
  return fingerprint({
    ...body,
    image: image?.sha256,
    document: document?.sha256,
    video: video?.sha256,
    audio: audio?.sha256,
  });
}
