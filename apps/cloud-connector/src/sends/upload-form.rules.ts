import type { MessageMedia } from '@chat/contracts/connector';

/** The parts of a form before and after the bytes of a file. */
export interface UploadForm {
  before: Buffer;
  after: Buffer;
  contentType: string;
}

/**
 * Returns the form for uploading a file to the provider.
 * @param boundary a text that no file contains.
 */
export function uploadForm({ mime_type: given, filename }: MessageMedia, boundary: string): UploadForm {
  const type = given.replaceAll(/[\r\n"]/g, '');
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const before =
    field('messaging_product', 'whatsapp') +
    field('type', type) +
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quotable(filename ?? 'file')}"\r\n` +
    `Content-Type: ${type}\r\n\r\n`;
  return {
    before: Buffer.from(before),
    after: Buffer.from(`\r\n--${boundary}--\r\n`),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** Escapes a file name as browsers do in forms. */
function quotable(filename: string): string {
  return filename.replaceAll(/[\r\n]/g, ' ').replaceAll('"', '%22');
}
