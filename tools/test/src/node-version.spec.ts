import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** Runs a command that does not exist, which prints the usage. */
function run(...nodeOptions: string[]) {
  const args = [...nodeOptions, join(root, 'tools/run.mjs'), 'nothing'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stderr };
}

describe('our commands', () => {
  it('say which version to install if Node cannot load ES modules with require', () => {
    expect(run('--no-experimental-require-module')).toEqual({
      status: 1,
      stderr: `This is Node ${process.versions.node}. Install Node 24, or 22.12 or later; 20.19 or later still runs.\n`,
    });
  });

  it('run on the current version', () => {
    expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage') as string });
  });

  it('need the versions that the manifest and the documentation state', () => {
    const read = (file: string) => readFileSync(join(root, file), 'utf8');
    expect(JSON.parse(read('package.json'))).toMatchObject({ engines: { node: '^20.19.0 || >=22.12.0' } });
    expect(read('README.md')).toContain('Node 24 or 22 (22.12 or later)');
    expect(read('README.md')).toContain('Node 20 (20.19 or later) still runs');
  });
});
