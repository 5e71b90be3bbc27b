/** An answer to the download of a file. */
export interface DownloadAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly bytes: Buffer;
}

/** What keeps a browser from showing or running what strangers sent. */
const inert: readonly [header: string, pattern: RegExp][] = [
  ['x-content-type-options', /^nosniff$/],
  ['content-security-policy', /default-src 'none'.*sandbox/],
  ['content-disposition', /^attachment\b/],
];

/** What is wrong with an answer that is no failure: its bytes must be those of the file that it says. */
export function problemsOfDownload(file: Buffer, { status, header, bytes }: DownloadAnswer): string[] {
  switch (status) {
    case 200:
      return [...problemsOfHeaders(header), ...same(bytes, file, 'It is not the whole file.')];
    case 206: {
      const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header('content-range') ?? '') ?? [];
      if (start === undefined || Number(size) !== file.length) return ['It does not say what part it is.'];
      const part = file.subarray(Number(start), Number(end) + 1);
      return [...problemsOfHeaders(header), ...same(bytes, part, 'It is another part than it says.')];
    }
    case 304:
      return bytes.length === 0 ? [] : ['Nothing is new, and it has a body.'];
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
