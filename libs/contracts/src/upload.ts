const MEBIBYTE = 1024 * 1024;

/** The classes of files that clients may upload, and how many bytes a file of each has at most. */
export const uploadLimits = {
  image: 5 * MEBIBYTE,
  audio: 16 * MEBIBYTE,
  video: 16 * MEBIBYTE,
  document: 100 * MEBIBYTE,
  /** For the header of a template: an image, a video or a document, which the template decides. */
  header: 100 * MEBIBYTE,
} as const;

export type UploadClass = keyof typeof uploadLimits;

/** How long the fetch of a file may take that a client names by its URL, in milliseconds. */
export const FETCH_TIMEOUT_MS = 30_000;
