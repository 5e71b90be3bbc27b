import type { SendTemplate } from '@chat/contracts/messaging';
import { fingerprint } from '@chat/idempotency';

/**
 * What makes two requests the same send of a template: which one, to whom, by which channel, with what. Of a file its
 * bytes count, whatever its name and under whichever of the two members it comes.
 */
export function fingerprintOfTemplate({ header_media_file, media_file, ...body }: SendTemplate): Buffer {
  return fingerprint({ ...body, header_media_file: (header_media_file ?? media_file)?.sha256 });
}
