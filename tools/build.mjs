/**
 * Compiles packages: each `src` to the `dist` beside it. Compiles only what has changed, so that every command can call it first.
 *
 *   node tools/build.mjs              # all packages of this checkout
 *   node tools/build.mjs apps/crm …   # these
 *
 * One process compiles all packages with swc, which takes seconds; a process for each package takes half a minute.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const configFile = join(root, '.swcrc');
/** How many files are compiled concurrently. Each has up to three open, and some machines allow a process a thousand. */
const AT_ONCE = 100;
/** A change of one of these causes a whole build. */
const SETTINGS = [configFile, join(root, 'package-lock.json')];
/** What the compiler of the config's `exclude` would leave out, too: specs and their helpers. */
const { exclude } = JSON.parse(readFileSync(configFile, 'utf8'));
const isExcluded = (file) => exclude.some((pattern) => new RegExp(pattern).test(file));

/** By this, a package is a page for browsers: Vite bundles it, in a process of its own, while swc compiles the others. */
const PAGE_CONFIG = 'vite.config.mjs';
const vite = join(root, 'node_modules/vite/bin/vite.js');

/** Engines are no part of the workspace: each is installed on request, and compiled where it is. */
const ENGINES = ['engines/linked-phone'];

/** Whether this engine is installed: npm writes that file at the very end. */
const isInstalled = (engine, folder) => existsSync(join(folder, engine, 'node_modules/.package-lock.json'));

/** The folders of all packages, such as `apps/crm`. */
export async function packageFolders(folder = root) {
  const { workspaces } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const groups = workspaces.map((pattern) => dirname(pattern));
  const names = await Promise.all(
    groups.map(async (group) => (await readdir(join(folder, group))).map((name) => join(group, name))),
  );
  const engines = ENGINES.filter((engine) => isInstalled(engine, folder));
  return [...names.flat().filter((name) => existsSync(join(folder, name, 'package.json'))), ...engines];
}

/**
 * @param folders absolute paths of packages.
 * @returns what has to be done so that each `dist` matches its `src`.
 */
export async function planBuild(folders) {
  const settingsAt = Math.max(...(await Promise.all(SETTINGS.map(modifiedAt))));
  const plans = await Promise.all(folders.map((folder) => planPackage(folder, settingsAt)));
  return plans.flat();
}

/** Carries out a plan. @throws Error that names the files that do not compile. */
export async function build(plan) {
  const pages = Promise.allSettled(plan.flatMap(({ page }) => (page ? [bundle(page)] : [])));
  const files = plan.filter(({ page }) => !page);
  const swc = files.length > 0 ? await import('@swc/core') : undefined;
  const failures = [];
  for (let start = 0; start < files.length; start += AT_ONCE) {
    const some = files.slice(start, start + AT_ONCE);
    const results = await Promise.allSettled(some.map((step) => carryOut(step, swc)));
    failures.push(...messagesOf(results));
  }
  failures.push(...messagesOf(await pages));
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

const messagesOf = (results) => results.flatMap(({ reason }) => (reason ? [reason.message] : []));

async function planPackage(folder, settingsAt) {
  if (existsSync(join(folder, PAGE_CONFIG))) return planPage(folder, settingsAt);
  const source = join(folder, 'src');
  const target = join(folder, 'dist');
  const files = (await filesBelow(source)).filter(
    (file) => !isExcluded(join('src', file)) && !file.endsWith('.d.ts'),
  );
  const outputs = new Map(files.map((file) => [file.replace(/\.ts$/, '.js'), file]));
  const steps = await Promise.all(
    [...outputs].map(async ([output, file]) => {
      const from = join(source, file);
      const to = join(target, output);
      const changedAt = Math.max(await modifiedAt(from), settingsAt);
      return changedAt > (await modifiedAt(to)) ? [{ from, to }] : [];
    }),
  );
  const stale = (await filesBelow(target)).filter((file) => !outputs.has(file.replace(/\.map$/, '')));
  return [...steps.flat(), ...stale.map((file) => ({ remove: join(target, file) }))];
}

/** Vite writes `dist` anew as a whole, its `index.html` last. */
async function planPage(folder, settingsAt) {
  const sources = (await filesBelow(join(folder, 'src'))).filter((file) => !isExcluded(join('src', file)));
  const files = [PAGE_CONFIG, 'index.html', ...sources.map((file) => join('src', file))];
  const changedAt = await Promise.all(
    [...files.map((file) => join(folder, file)), ...(await sharedSources(folder))].map(modifiedAt),
  );
  const builtAt = await modifiedAt(join(folder, 'dist/index.html'));
  return Math.max(settingsAt, ...changedAt) > builtAt ? [{ page: folder }] : [];
}

/** A page is bundled with the sources of the packages that it uses. */
async function sharedSources(folder) {
  const { devDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const used = Object.keys(devDependencies).filter((name) => name.startsWith('@chat/'));
  const sources = used.map((name) => join(root, 'libs', basename(name), 'src'));
  const files = await Promise.all(sources.map(filesBelow));
  return files.flatMap((names, index) => names.map((name) => join(sources[index], name)));
}

function bundle(folder) {
  return new Promise((resolve, reject) => {
    const args = [vite, 'build', '--config', PAGE_CONFIG, '--logLevel', 'error'];
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 2, 2] });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${relative(root, folder)} was not built (${code ?? 'killed'}).`)),
    );
  });
}

async function carryOut({ from, to, remove }, swc) {
  if (remove) return rm(remove);
  await mkdir(dirname(to), { recursive: true });
  if (!from.endsWith('.ts')) return copyFile(from, to);
  const { code, map } = await swc.transformFile(from, {
    configFile,
    // For the client, whose imports name files as ES modules must.
    jsc: { rewriteRelativeImportExtensions: true },
    sourceFileName: relative(dirname(to), from),
  });
  await writeFile(`${to}.map`, map);
  // Last, since its time decides whether the file is compiled again.
  await writeFile(to, `${code}\n//# sourceMappingURL=${basename(to)}.map\n`);
}

async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}

async function modifiedAt(path) {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.argv.slice(2);
  const folders = named.length > 0 ? named : await packageFolders();
  await build(await planBuild(folders.map((name) => resolve(root, name))));
}
