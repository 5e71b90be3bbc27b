/** One answer parsed from the bytes of a connection. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name; the last of repeated ones. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Parses the answers on a connection, one after the other. Bytes that do not form an answer are the rest. */
export function readAnswers(bytes: Buffer): { answers: RawAnswer[]; rest: string } {
  const answers: RawAnswer[] = [];
  let text = bytes.toString('latin1');
  for (;;) {
    const found = readAnswer(text);
    if (!found) return { answers, rest: text };
    // Interim answers (100 Continue) are skipped.
    if (found.answer.status >= 200) answers.push(found.answer);
    text = found.rest;
  }
}

function readAnswer(text: string): { answer: RawAnswer; rest: string } | null {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\r\n');
  const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(statusLine) ?? [];
  if (end === -1 || status === undefined) return null;
  const headers = Object.fromEntries(lines.map(readHeader));
  const start = end + 4;
  const length = Number(headers['content-length'] ?? 0);
  if (text.length < start + length) return null;
  const body = Buffer.from(text.slice(start, start + length), 'latin1').toString('utf8');
  return { answer: { status: Number(status), headers, body }, rest: text.slice(start + length) };
}

function readHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
