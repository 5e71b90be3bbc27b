import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The checkout that this runs in. */
export const ROOT = join(__dirname, '..', '..', '..');

/** The files outside of packages that a build and our processes read. */
const ROOT_FILES = ['package.json', '.swcrc', 'docs/openapi.json'];
/** The parts of each package that are copied. */
const PACKAGE_PARTS = ['package.json', 'src', 'dist'];
const LOCK_FILE = 'package-lock.json';
/** Folders with packages that are part of an installation. */
const INSTALLED = ['apps', 'libs'];

/** How a command in a copy ended. */
export interface CommandEnd {
  readonly exitCode: number | null;
  /** Its whole stdout. */
  readonly output: string;
}

/**
 * A built copy of this checkout, which may be broken on purpose. It has its own packages, but shares the dependencies
 * that npm installed in the checkout.
 */
export class TreeCopy {
  private constructor(readonly folder: string) {}

  static async make(): Promise<TreeCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'chat-planted-'));
    try {
      const packages = await listPackages(ROOT);
      for (const part of [
        ...ROOT_FILES,
        ...packages.flatMap((name) => PACKAGE_PARTS.map((one) => join(name, one))),
      ]) {
        await copyIfThere(part, folder);
      }
      await linkModules(folder, packages);
      return new TreeCopy(folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Copies and builds the packages of a commit, with the dependencies in its lock file. @throws Error when either
   * fails.
   */
  static async ofCommit(commit: string): Promise<TreeCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'chat-release-'));
    try {
      await run('sh', ['-c', 'git -C "$0" archive "$1" | tar -x -C "$2"', ROOT, commit, folder]);
      const packages = (await listPackages(folder)).filter((name) => INSTALLED.includes(dirname(name)));
      if (await needsWhatIsInstalled(folder)) await linkModules(folder, packages);
      else await install(folder);
      for (const name of packages) await build(join(folder, name));
      return new TreeCopy(folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Applies a patch in the format of `git diff`, and builds the packages that it changes.
   * @throws Error when it no longer applies, or the result does not build.
   */
  async apply(patchFile: string): Promise<void> {
    await applyPatch(patchFile, this.folder);
    for (const name of await packagesOf(patchFile)) await build(join(this.folder, name));
  }

  /** Runs a built file of the copy, with its progress shown. */
  async run(script: string, args: readonly string[], signal?: AbortSignal): Promise<CommandEnd> {
    const child = spawn(process.execPath, [join(this.folder, script), ...args], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // It ends its own processes.
    const stop = () => void child.kill('SIGTERM');
    signal?.addEventListener('abort', stop);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal?.removeEventListener('abort', stop);
    return { exitCode, output };
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * @param onlyCheck changes nothing.
 * @throws Error when the patch does not apply to the tree.
 */
export async function applyPatch(patchFile: string, folder: string, onlyCheck = false): Promise<void> {
  // Moved lines are found again, by one line of context; outside of a repository, git uses only the patch.
  const args = ['apply', '-C1', '--whitespace=nowarn', ...(onlyCheck ? ['--check'] : []), patchFile];
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) };
  await run('git', args, { cwd: folder, env }).catch((error: Error & { stderr?: string }) => {
    throw new Error(
      `${relative(ROOT, patchFile)} no longer applies to the code: ${error.stderr ?? error.message}`,
    );
  });
}

async function listPackages(root: string): Promise<string[]> {
  const { workspaces } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  const inFolder = async (folder: string) =>
    (await readdir(join(root, folder), { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name));
  const groups = workspaces.filter((pattern) => pattern.endsWith('/*')).map(dirname);
  return (await Promise.all(groups.map(inFolder))).flat();
}

async function copyIfThere(part: string, folder: string): Promise<void> {
  await cp(join(ROOT, part), join(folder, part), { recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    },
  );
}

/** Whether the copy needs the same dependencies that npm installed in this checkout. */
async function needsWhatIsInstalled(folder: string): Promise<boolean> {
  const [its, ours] = await Promise.all([folder, ROOT].map((one) => readFile(join(one, LOCK_FILE), 'utf8')));
  return its === ours;
}

/** Installs the runtime dependencies of the copy; it is built with the tools of this checkout. */
async function install(folder: string): Promise<void> {
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', ...quietly], { cwd: folder });
}

/** Links our own packages to those of the copy. */
async function linkModules(folder: string, packages: readonly string[]): Promise<void> {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@chat'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '@chat') await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const path of packages) {
    const manifest = JSON.parse(await readFile(join(folder, path, 'package.json'), 'utf8')) as {
      name: string;
    };
    await symlink(join(folder, path), join(modules, manifest.name));
  }
}

/** The packages that a patch changes, such as `apps/gateway`. */
async function packagesOf(patchFile: string): Promise<Set<string>> {
  const patch = await readFile(patchFile, 'utf8');
  const paths = [...patch.matchAll(/^\+\+\+ b\/((?:apps|libs|testing|tools)\/[^/]+)\//gm)].map(
    (match) => match[1]!,
  );
  return new Set(paths);
}

/** With the compiler of this checkout, also where the release was built in another way. */
async function build(folder: string): Promise<void> {
  await run(process.execPath, [join(ROOT, 'tools', 'build.mjs'), folder]);
}
