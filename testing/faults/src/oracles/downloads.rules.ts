import type { Finding } from './finding';

/** The bytes from `start` up to, but excluding, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A complete answer to the download of an existing file. */
export interface DownloadAnswer {
  readonly status: number;
  readonly contentRange: string | null;
  readonly bytes: Buffer;
}

/** @param range the requested range; null for the whole file. */
export function judgeDownload(
  label: string,
  file: Buffer,
  range: ByteRange | null,
  { status, contentRange, bytes }: DownloadAnswer,
): Finding[] {
  const wrong = (what: string): Finding[] => [{ kind: 'wrong', what: `the download of ${label} ${what}` }];
  if (status === 404) return [{ kind: 'lost', what: `${label} cannot be downloaded any more` }];
  // Part of the installation is down; the client tries again.
  if (status >= 500) return [];
  if (status !== (range ? 206 : 200)) return wrong(`was answered ${status}`);
  const { start, end } = range ?? { start: 0, end: file.length };
  if (range && contentRange !== `bytes ${start}-${end - 1}/${file.length}`)
    return wrong(`says that it is ${contentRange}`);
  return bytes.equals(file.subarray(start, end)) ? [] : wrong('has other bytes');
}
