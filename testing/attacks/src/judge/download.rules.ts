/** An answer to the download of a file. */
export interface DownloadAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly bytes: Buffer;
}

/** Headers that keep browsers from rendering or running files of strangers. */
const inert: readonly [header: string, pattern: RegExp][] = [
  ['x-content-type-options', /^nosniff$/],
  ['content-security-policy', /default-src 'none'.*sandbox/],
  ['content-disposition', /^attachment\b/],
];

/** Returns the problems of a successful answer: its bytes must be the declared ones of the file. */
export function problemsOfDownload(file: Buffer, { status, header, bytes }: DownloadAnswer): string[] {
  switch (status) {
    case 200:
      return [...problemsOfHeaders(header), ...same(bytes, file, 'It is not the whole file.')];
    case 206: {
      const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header('content-range') ?? '') ?? [];
      if (start === undefined || Number(size) !== file.length) return ['It does not declare its range.'];
      const part = file.subarray(Number(start), Number(end) + 1);
      return [...problemsOfHeaders(header), ...same(bytes, part, 'It is not the declared part.')];
    }
    case 304:
      return bytes.length === 0 ? [] : ['A 304 has a body.'];
    default:
      return [`It answered ${status}.`];
  }
}

function problemsOfHeaders(header: (name: string) => string | null): string[] {
  return inert
    .filter(([name, pattern]) => !pattern.test(header(name) ?? ''))
    .map(([name]) => `Its ${name} is ${header(name)}.`);
}

function same(bytes: Buffer, expected: Buffer, sentence: string): string[] {
  return bytes.equals(expected) ? [] : [sentence];
}
