import { chmod, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from './replace-file';

describe('replaceFile', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'replace-file-'));
    file = join(folder, 'file');
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('never changes the old file, so that nothing half written is left where a write ends early', async () => {
    await writeFile(file, 'old');
    const old = await open(file, 'r');
    try {
      await replaceFile(file, 'new');
      expect([await old.readFile('utf8'), await readFile(file, 'utf8')]).toEqual(['old', 'new']);
    } finally {
      await old.close();
    }
  });

  it('closes a file to others that was open to them', async () => {
    await writeFile(file, 'old');
    await chmod(file, 0o644);
    await replaceFile(file, 'new');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('leaves no draft behind, also when it fails', async () => {
    await replaceFile(file, 'new');
    await expect(replaceFile(folder, 'text')).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['file']);
    expect(
      (await readdir(tmpdir())).filter((name) => name.startsWith(`${folder.split('/').at(-1)}.`)),
    ).toEqual([]);
  });
});
