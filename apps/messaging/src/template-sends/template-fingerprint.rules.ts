import type { SendTemplate } from '@chat/contracts/messaging';
import { fingerprint } from '@chat/idempotency';

/**
 * Identifies a template send: two requests are the same if they send the same template with the same values to the same
 * recipient on the same channel. A file is compared by its bytes, whatever its name and whichever of the members
 * contains or names it.
 * @param media the file that the request names by its id; null if none.
 */
export function fingerprintOfTemplate(
  { header_media_file, media_file, header_media_id: __, filename: _, ...body }: SendTemplate,
  media: { sha256: string } | null = null,
): Buffer {
  const file = header_media_file ?? media_file ?? media;
  return fingerprint({ ...body, header_media_file: file?.sha256 });
}
