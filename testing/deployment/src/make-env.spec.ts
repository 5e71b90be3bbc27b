import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './testing/manifests';

describe('docker/make-env.sh', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'make-env-'));
    file = join(folder, '.env');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const make = () => spawnSync(join(root, 'docker/make-env.sh'), [file], { encoding: 'utf8' });

  it('writes a file that only its owner can read, and prints no secret', () => {
    const { status, stdout, stderr } = make();
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).not.toMatch(/[0-9a-f]{48}/);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect(readFileSync(file, 'utf8')).toMatch(/^SECRET_KEY_GATEWAY=.{44}$/m);
  });

  it('leaves an existing file unchanged, since it has the only copy of the keys', () => {
    make();
    const keys = readFileSync(file, 'utf8');
    const { status, stderr } = make();
    expect(status).toBe(1);
    expect(stderr).toContain('exists');
    expect(readFileSync(file, 'utf8')).toBe(keys);
  });
});
