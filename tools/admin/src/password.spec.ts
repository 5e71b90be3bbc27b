import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { readPassword } from './password';

const SECRET = 'correct horse battery';

/** Standard input: a terminal at which these lines are typed, or a pipe. */
function input(lines: string[], isTTY: boolean): ReadStream {
  const stream = Object.assign(new PassThrough(), { isTTY, setRawMode: () => undefined });
  if (isTTY) lines.forEach((line, index) => setTimeout(() => stream.write(`${line}\r`), 20 * (index + 1)));
  else stream.end(lines.join(''));
  return stream as unknown as ReadStream;
}

describe('the password of a user', () => {
  let shown: string;

  beforeEach(() => {
    shown = '';
    const show = (text: unknown) => (shown += String(text)) !== '';
    jest.spyOn(process.stderr, 'write').mockImplementation(show);
    jest.spyOn(process.stdout, 'write').mockImplementation(show);
  });

  afterEach(() => jest.restoreAllMocks());

  it('is asked for twice at the terminal, without echo', async () => {
    expect(await readPassword({ password: true }, input([SECRET, SECRET], true))).toBe(SECRET);
    expect(shown).toBe('Password: \nAgain: \n');
  });

  it('is refused when the two entries differ', async () => {
    await expect(readPassword({ password: true }, input([SECRET, 'other'], true))).rejects.toThrow(
      'two different',
    );
  });

  it('is not asked for without a terminal', async () => {
    await expect(readPassword({ password: true }, input([], false))).rejects.toThrow('--password-file');
  });

  it.each([
    ['', 'holds no password'],
    ['\n', 'holds no password'],
    [`${SECRET}\nmore\n`, 'several lines'],
  ])('is refused when standard input is %j', async (content, reason) => {
    await expect(readPassword({ passwordFile: '-' }, input([content], false))).rejects.toThrow(reason);
  });

  it('is read from standard input or a file, without the line ending', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'password-'));
    writeFileSync(join(folder, 'password'), `${SECRET}\n`);

    expect(await readPassword({ passwordFile: '-' }, input([`${SECRET}\n`], false))).toBe(SECRET);
    expect(await readPassword({ passwordFile: join(folder, 'password') })).toBe(SECRET);
    expect(await readPassword({})).toBeUndefined();
    rmSync(folder, { recursive: true });
  });
});
