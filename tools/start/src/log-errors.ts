import { open } from 'node:fs/promises';

const POLL_MS = 500;

interface LogLine {
  readonly level: string;
  readonly service?: string;
  readonly msg?: string;
  readonly error?: { readonly message?: string };
}

/** Shows the errors that an app logs from now on, in one short line each. */
export function showErrors(logFile: string, show: (line: string) => void): void {
  let position = 0;
  const timer = setInterval(() => void readOn(), POLL_MS);
  timer.unref();

  async function readOn(): Promise<void> {
    const { text, end } = await textFrom(logFile, position);
    position = end;
    text.split('\n').flatMap(describeError).forEach(show);
  }
}

/** Returns the complete lines after `position`, and where they end. */
async function textFrom(file: string, position: number): Promise<{ text: string; end: number }> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(size - position), 0, size - position, position);
    const end = buffer.lastIndexOf('\n') + 1;
    return { text: buffer.toString('utf8', 0, end), end: position + end };
  } finally {
    await handle.close();
  }
}

function describeError(line: string): string[] {
  if (!/"level":"(error|fatal)"/.test(line)) return [];
  try {
    const { service, msg, error } = JSON.parse(line) as LogLine;
    return [`${service ?? 'app'}: ${[msg, error?.message].filter(Boolean).join(': ')}`];
  } catch {
    // A line that is not JSON is not a log entry, although it contains the pattern.
    return [];
  }
}
