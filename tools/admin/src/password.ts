import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadStream } from 'node:tty';

interface PasswordOptions {
  /** Ask at the terminal. */
  password?: true;
  /** A file, `-` for standard input. */
  passwordFile?: string;
}

/**
 * Reads the chosen password; undefined when none was requested. It is never taken from the command line, where other
 * users of the machine and the shell's history would see it.
 * @throws Error when it cannot be read, or when the two entries differ.
 */
export async function readPassword(
  { password, passwordFile }: PasswordOptions,
  input: ReadStream = process.stdin,
): Promise<string | undefined> {
  if (passwordFile !== undefined) {
    const content = passwordFile === '-' ? await text(input) : await readFile(passwordFile, 'utf8');
    return onlyLine(content, passwordFile === '-' ? 'Standard input' : passwordFile);
  }
  return password ? askTwice(input) : undefined;
}

/** Refuses an empty input, and one of several lines, which nobody could type. */
function onlyLine(content: string, source: string): string {
  const line = content.replace(/\r?\n$/, '');
  if (line === '') throw new Error(`${source} holds no password. Nothing was changed.`);
  if (/[\r\n]/.test(line)) {
    throw new Error(`${source} has several lines. Give the password alone. Nothing was changed.`);
  }
  return line;
}

async function askTwice(input: ReadStream): Promise<string> {
  if (!input.isTTY) {
    throw new Error('There is no terminal to ask for a password. Use --password-file, - for standard input.');
  }
  // The terminal does not echo while readline controls it, and what readline would echo is discarded.
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output: silence, terminal: true });
  try {
    const [first, second] = [await ask(terminal, 'Password: '), await ask(terminal, 'Again: ')];
    if (first !== second) throw new Error('These are two different passwords. Nothing was changed.');
    return first;
  } finally {
    terminal.close();
  }
}

async function ask(terminal: ReturnType<typeof createInterface>, question: string): Promise<string> {
  process.stderr.write(question);
  const abort = new AbortController();
  terminal.once('SIGINT', () => abort.abort());
  try {
    return await terminal.question('', { signal: abort.signal });
  } catch (error) {
    throw new Error('No password was given. Nothing was changed.', { cause: error });
  } finally {
    process.stderr.write('\n');
  }
}
