import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canOpen, closeToOthers, letPassTo, userForPostgres } from './file-access';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'close-'));
});

afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (...names: string[]) => ((await stat(join(folder, ...names))).mode & 0o7777).toString(8);

describe('a folder that is closed to others', () => {
  it('is accessible only to its owner, as is everything in it, whatever the modes were', async () => {
    await mkdir(join(folder, 'logs', 'old'), { recursive: true });
    for (const file of ['demo.json', 'logs/app.log', 'logs/old/app.log'])
      await writeFile(join(folder, file), '');
    await writeFile(join(folder, 'run.sh'), '');
    for (const path of ['.', 'logs', 'logs/old', 'run.sh']) await chmod(join(folder, path), 0o777);
    await chmod(join(folder, 'demo.json'), 0o666);

    await closeToOthers(folder);

    const modes = Object.fromEntries(
      await Promise.all(
        ['logs', 'logs/old', 'run.sh', 'demo.json', 'logs/app.log', 'logs/old/app.log'].map(
          async (path) => [path, await modeOf(path)] as const,
        ),
      ),
    );
    expect(modes).toEqual({
      logs: '700',
      'logs/old': '700',
      'run.sh': '700',
      'demo.json': '600',
      'logs/app.log': '600',
      'logs/old/app.log': '600',
    });
    // Under root, Postgres runs as another user, whose group may only traverse the folder.
    expect(await modeOf('.')).toBe(process.getuid?.() === 0 ? '710' : '700');
  });

  it('does not change the target of a symlink in it', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    await chmod(outside, 0o755);
    await symlink(outside, join(folder, 'link'));

    await closeToOthers(folder);

    expect((await stat(outside)).mode & 0o777).toBe(0o755);
    await rm(outside, { recursive: true });
  });
});

/** Only root can run Postgres as another user. */
const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;

describeAsRoot('a folder through which Postgres reaches its files', () => {
  it('stays passable for it when everything is closed to others', async () => {
    const user = (await userForPostgres())!;
    await mkdir(join(folder, 'postgres'));
    await letPassTo(join(folder, 'postgres'), user);
    await chmod(join(folder, 'postgres'), 0o777);

    await closeToOthers(folder);

    expect(await canOpen(user, join(folder, 'postgres'))).toBe(true);
    expect([await modeOf('.'), await modeOf('postgres')]).toEqual(['710', '710']);
  });
});

describeAsRoot('letPassTo', () => {
  it('lets another user traverse the parents that were closed, and does not change the others', async () => {
    const user = (await userForPostgres())!;
    await mkdir(join(folder, 'open/closed/data'), { recursive: true, mode: 0o755 });
    await chmod(join(folder, 'open/closed'), 0o700);
    const data = join(folder, 'open/closed/data');

    await letPassTo(data, user);

    expect(await canOpen(user, data)).toBe(true);
    const modes = await Promise.all(
      ['.', 'open', 'open/closed', 'open/closed/data'].map((path) => modeOf(path)),
    );
    expect(modes).toEqual(['710', '755', '710', '710']);
  });
});
