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

  it('does not write to the old file, so that an interrupted write cannot damage it', async () => {
    await writeFile(file, 'old');
    const old = await open(file, 'r');
    try {
      await replaceFile(file, 'new');
      expect([await old.readFile('utf8'), await readFile(file, 'utf8')]).toEqual(['old', 'new']);
    } finally {
      await old.close();
    }
  });

  it('removes the permissions of other users', async () => {
    await writeFile(file, 'old');
    await chmod(file, 0o644);
    await replaceFile(file, 'new');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('leaves no temporary file behind, even if it fails', async () => {
    await replaceFile(file, 'new');
    await expect(replaceFile(folder, 'text')).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['file']);
    expect(
      (await readdir(tmpdir())).filter((name) => name.startsWith(`${folder.split('/').at(-1)}.`)),
    ).toEqual([]);
  });
});
