import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { patchOf, workspace, type PlantedBug } from './bugs';

const run = promisify(execFile);

/** What a build and a run of the tree need. */
const COPIED = ['apps', 'libs', 'tools', 'docs', 'package.json', '.swcrc'];
const SCOPE = '@chat';

/** A copy of this checkout with its build, in which bugs may be planted. Other people's packages are shared with it. */
export class TreeCopy {
  private constructor(readonly folder: string) {}

  static async make(): Promise<TreeCopy> {
    const copy = new TreeCopy(await mkdtemp(join(tmpdir(), 'chat-planted-')));
    try {
      for (const name of COPIED) {
        const filter = (path: string) => basename(path) !== 'node_modules';
        await cp(join(workspace, name), join(copy.folder, name), { recursive: true, filter });
      }
      await copy.linkPackages();
      return copy;
    } catch (error) {
      await copy.remove();
      throw error;
    }
  }

  /** @throws Error when the patch does not fit the source any more. */
  async plant(bug: PlantedBug): Promise<void> {
    await this.apply(bug, []);
  }

  async pullOut(bug: PlantedBug): Promise<void> {
    await this.apply(bug, ['--reverse']);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private async apply(bug: PlantedBug, options: string[]): Promise<void> {
    // The copy is in no repository, whatever the folder for temporary files is in.
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(this.folder) };
    await run('git', ['apply', ...options, patchOf(bug)], { cwd: this.folder, env });
    const swc = join(workspace, 'node_modules/.bin/swc');
    const args = [
      'src',
      '--out-dir',
      'dist',
      '--strip-leading-paths',
      '--quiet',
      '--config-file',
      '../../.swcrc',
    ];
    await run(swc, args, { cwd: join(this.folder, bug.package) });
  }

  /** Our own packages come from the copy, all others from where they are. */
  private async linkPackages(): Promise<void> {
    const from = join(workspace, 'node_modules');
    const to = join(this.folder, 'node_modules');
    await mkdir(join(to, SCOPE), { recursive: true });
    for (const name of await readdir(from)) {
      if (name !== SCOPE) await symlink(join(from, name), join(to, name));
    }
    for (const parent of ['apps', 'libs']) {
      for (const name of await readdir(join(this.folder, parent))) {
        await symlink(join(this.folder, parent, name), join(to, SCOPE, name));
      }
    }
  }
}
