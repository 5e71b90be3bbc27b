import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(__dirname, '../../..');
const FILES = 600;

it('compiles a package of more files than a process may have open, as in builders of images', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chat-build-'));
  try {
    await mkdir(join(folder, 'src'));
    await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}');
    for (let index = 0; index < FILES; index += 1) {
      await writeFile(join(folder, 'src', `${index}.ts`), `export const index: number = ${index};\n`);
    }
    const program = `import('./tools/build.mjs').then(async ({ build, planBuild }) => build(await planBuild(['${folder}'])))`;
    await run('bash', ['-c', 'ulimit -n 256 && exec node -e "$0"', program], { cwd: root });
    const compiled = (await readdir(join(folder, 'dist'))).filter((name) => name.endsWith('.js'));
    expect(compiled).toHaveLength(FILES);
  } finally {
    await rm(folder, { recursive: true });
  }
});
