/** What a message says of its media. Its sender may have written anything. */
export interface MediaPart {
  mimetype?: string | null;
  fileName?: string | null;
  directPath?: string | null;
  mediaKey?: Uint8Array | null;
  fileSha256?: Uint8Array | null;
  fileLength?: number | { toNumber(): number } | null;
  ptt?: boolean | null;
}

export interface CleanPart {
  mimeType: string;
  filename: string | null;
  directPath: string;
  mediaKey: Buffer;
  sha256: string;
  size: number;
  ptt: boolean;
}

const KEY_BYTES = 32;
const MAX_PATH = 2_048;
const MAX_NAME = 255;
const ANY = 'application/octet-stream';
/** RFC 6838, with parameters. */
const MIME_TYPE = /^[a-z\d][a-z\d!#$&^_.+-]{0,126}\/[a-z\d][a-z\d!#$&^_.+-]{0,126}(;[ -~]{1,200})?$/i;
/** One on the network's host: not the start of another host. */
const PATH = /^\/(?![\\/])[!-~]*$/;
/** Control characters, those that turn the direction of writing, and halves of characters. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;

/** @returns null for media that nobody can fetch and check: without a path, a key, a hash or a size. */
export function cleanPart(part: MediaPart): CleanPart | null {
  const { directPath, mediaKey, fileSha256, mimetype, fileName, ptt } = part;
  const size = Number(part.fileLength ?? Number.NaN);
  if (!directPath || directPath.length > MAX_PATH || !PATH.test(directPath)) return null;
  if (mediaKey?.length !== KEY_BYTES || fileSha256?.length !== KEY_BYTES) return null;
  if (!Number.isSafeInteger(size) || size < 0) return null;
  return {
    mimeType: mimetype && MIME_TYPE.test(mimetype) ? mimetype : ANY,
    filename: cleanName(fileName ?? ''),
    directPath,
    mediaKey: Buffer.from(mediaKey),
    sha256: Buffer.from(fileSha256).toString('hex'),
    size,
    ptt: ptt ?? false,
  };
}

/** @returns null if nothing is left of it. */
function cleanName(name: string): string | null {
  const visible = name.replaceAll(INVISIBLE, '').replaceAll(/[\\/]/g, '_').trim();
  const kept = [...visible].slice(0, MAX_NAME).join('');
  return /^\.*$/.test(kept) ? null : kept;
}
