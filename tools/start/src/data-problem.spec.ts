import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDataDir } from './data-problem';

describe('an error of npm start', () => {
  const systemError = (code: string, message: string, path?: string) =>
    Object.assign(new Error(`${code}: ${message}`), { code, ...(path !== undefined && { path }) });

  it.each([
    systemError('EACCES', 'permission denied', '/data/logs'),
    systemError('EROFS', 'read-only file system', '/data'),
    systemError('EACCES', 'permission denied', '/'),
    systemError('ENOSPC', 'no space left on device, write'),
    new Error('Command failed: initdb\ncould not write to file: No space left on device'),
  ])('names DATA_DIR: %s', (error) => {
    const { message } = withDataDir(error, '/data');
    expect(message).toContain(error.message);
    expect(message).toContain('DATA_DIR');
  });

  it.each([
    systemError('EACCES', 'permission denied', '/home/ada/.cache/chat-api'),
    new Error('Port 3000 is taken by another program.'),
  ])('does not mention DATA_DIR: %s', (error) => {
    expect(withDataDir(error, '/data')).toBe(error);
  });

  it('names DATA_DIR if the data folder is a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'data-problem-'));
    const file = join(folder, 'file');
    await writeFile(file, '');
    const error = await writeFile(join(file, 'logs'), '').catch((reason: NodeJS.ErrnoException) => reason);
    expect(withDataDir(error!, file).message).toContain('DATA_DIR');
    await rm(folder, { recursive: true });
  });
});
