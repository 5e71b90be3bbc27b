import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseNats } from './nats-choice';

let folder: string;
let installed: string;
let said: string[];
let releases: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nats-choice-'));
  installed = join(folder, 'installed');
  await mkdir(installed);
  said = [];
  releases = 0;
});

afterEach(() => rm(folder, { recursive: true }));

/** Writes a fake server that only prints its version. */
async function serverOf(version: string, inFolder: string): Promise<string> {
  const file = join(inFolder, 'nats-server');
  await writeFile(file, `#!/bin/sh\necho "nats-server: ${version}"\n`);
  await chmod(file, 0o755);
  return file;
}

const offline = () => Promise.reject(new Error('github.com cannot be reached: ENOTFOUND'));

/**
 * @param release the version that can be downloaded; null if none.
 * @param system the version that is available as a system package; null if none.
 */
function choose(release: string | null, system: string | null): Promise<string> {
  const from = (version: string | null) => (workFolder: string) =>
    version === null ? offline() : serverOf(version, workFolder);
  return chooseNats({
    folders: [join(folder, 'empty'), installed],
    cacheFolder: join(folder, 'cache'),
    sources: {
      release: (workFolder) => {
        releases += 1;
        return from(release)(workFolder);
      },
      system: from(system),
    },
    log: (line) => said.push(line),
  });
}

it('uses an installed server that has the published fixes, and fetches nothing', async () => {
  const file = await serverOf('v2.14.3', installed);

  expect(await choose('v2.14.6', null)).toBe(file);
  expect({ releases, said }).toEqual({ releases: 0, said: [] });
});

it('prefers the pinned release to an older system server, and fetches it once', async () => {
  await serverOf('v2.9.10', installed);

  const pinned = await choose('v2.14.6', 'v2.9.10');

  expect(pinned).toBe(join(folder, 'cache', 'nats-server-v2.14.6'));
  expect(await choose('v2.14.6', 'v2.9.10')).toBe(pinned);
  expect({ releases, said }).toEqual({ releases: 1, said: [] });
});

it.each([
  ['installed', true],
  ['packaged', false],
])('falls back to an older server that is %s, and logs one line with the reason', async (_from, has) => {
  const file = has ? await serverOf('v2.9.10', installed) : join(folder, 'cache', 'nats-server');

  expect(await choose(null, 'v2.9.10')).toBe(file);
  expect(said).toEqual([
    'Using nats-server 2.9.10, which lacks published security fixes: v2.14.6, which has them, could not be fetched ' +
      '(github.com cannot be reached: ENOTFOUND)',
  ]);
});

it('does not retry a failed download at every start', async () => {
  await serverOf('v2.9.10', installed);
  await choose(null, null);
  await choose(null, null);

  expect(releases).toBe(1);
  expect(said).toHaveLength(2);
});

it('explains how to provide a server when none is available', async () => {
  await serverOf('v2.8.4', installed);

  await expect(choose(null, null)).rejects.toThrow(/NATS_SERVER_BIN[^]*ENOTFOUND/);
});
