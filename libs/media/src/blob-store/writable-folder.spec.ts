import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireWritable } from './writable-folder';

describe('the media folder', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'writable-'));
    await writeFile(join(folder, 'file'), '');
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('may exist or be created later', async () => {
    await requireWritable(folder);
    await requireWritable(join(folder, 'a/b'));
    expect(await readdir(folder)).toEqual(['file']);
  });

  it.each(['file', 'file/blobs'])('may not be %s; the error names the setting to change', async (name) => {
    await expect(requireWritable(join(folder, name))).rejects.toThrow(/\(ENOTDIR\)\. Check BLOB_FOLDER/);
  });
});
