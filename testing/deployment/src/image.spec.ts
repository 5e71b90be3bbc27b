import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HealthServer } from '@chat/service-kit';
import { services } from '@chat/standalone';
import { root } from './testing/manifests';

const run = promisify(execFile);
const dockerfile = readFileSync(join(root, 'docker/Dockerfile'), 'utf8');

/** Returns the exit code of the image's health check for a process that listens on this port. */
async function healthCheck(port: number): Promise<number> {
  const [, command = ''] = /^HEALTHCHECK (?:--\S+ )*CMD (\[(?:.|\\\n)*?\])$/m.exec(dockerfile) ?? [];
  const [, ...args] = JSON.parse(command.replaceAll('\\\n', '')) as string[];
  const env = { HEALTH_PORT: String(port) };
  return run(process.execPath, args, { env }).then(
    () => 0,
    (error: { code: number }) => error.code,
  );
}

const closureOf = async (folder: string): Promise<string[]> =>
  (await run(process.execPath, ['docker/closure.mjs', folder], { cwd: root })).stdout.trim().split('\n');

describe('the health check of the image', () => {
  it.each([
    ['ready', true, 0],
    ['not ready', false, 1],
  ])('reports whether the process is %s', async (_, isReady, code) => {
    const health = await HealthServer.start('127.0.0.1', 0, { spec: () => isReady });
    try {
      expect(await healthCheck(health.port)).toBe(code);
    } finally {
      await health.stop();
    }
  });

  it('fails while nothing listens', async () => {
    const health = await HealthServer.start('127.0.0.1', 0, {});
    await health.stop();
    expect(await healthCheck(health.port)).toBe(1);
  });
});

describe('the workspace folders in an image', () => {
  const images = [...services.map(({ name }) => `apps/${name}`), 'tools/admin'];

  it.each(images)('are, for %s, its own folder and the libraries', async (image) => {
    const folders = await closureOf(image);
    // The gateway serves the console.
    const apps = image === 'apps/gateway' ? ['apps/console', image] : [image];
    expect(folders.filter((folder) => !folder.startsWith('libs/'))).toEqual(apps);
    expect(folders).toEqual(expect.arrayContaining(['libs/bus', 'libs/contracts', 'libs/service-kit']));
  });

  it('are, for all services in one process, theirs and the libraries', async () => {
    const folders = await closureOf('apps/standalone');
    expect(folders.filter((folder) => !folder.startsWith('libs/') && !folder.startsWith('apps/'))).toEqual(
      [],
    );
  });

  it('are refused for an unknown app, with the names of the known ones', async () => {
    await expect(closureOf('apps/nobody')).rejects.toThrow(/Set APP to one of apps\/channels/);
  });
});
