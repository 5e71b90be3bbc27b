const MEBIBYTE = 1024 * 1024;

/** The classes of files that clients may upload, with the maximum size of each in bytes. */
export const uploadLimits = {
  image: 5 * MEBIBYTE,
  audio: 16 * MEBIBYTE,
  video: 16 * MEBIBYTE,
  document: 100 * MEBIBYTE,
  /** WebP that moves. */
  sticker: 500 * 1024,
  /** For the header of a template: an image, a video or a document, as the template requires. */
  header: 100 * MEBIBYTE,
} as const;

/** The maximum size of a sticker that does not move. */
export const MAX_STILL_STICKER = 100 * 1024;

export type UploadClass = keyof typeof uploadLimits;

/** Returns a size in words. */
export function sizeInWords(bytes: number): string {
  return bytes < MEBIBYTE ? `${bytes / 1024} KiB` : `${bytes / MEBIBYTE} MiB`;
}

/** How long fetching a file from a client's URL may take, in milliseconds. */
export const FETCH_TIMEOUT_MS = 30_000;
