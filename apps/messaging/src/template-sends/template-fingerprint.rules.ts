import type { SendTemplate } from '@chat/contracts/messaging';
import { fingerprint } from '@chat/idempotency';

/**
 * Identifies a template send: two requests are the same if they send the same template with the same values to the same
 * recipient on the same channel. A file is compared by its bytes, whatever its name and whichever of the two members
 * contains it.
 */
export function fingerprintOfTemplate({
  header_media_file,
  media_file,
  filename: _,
  ...body
}: SendTemplate): Buffer {
  return fingerprint({ ...body, header_media_file: (header_media_file ?? media_file)?.sha256 });
}
