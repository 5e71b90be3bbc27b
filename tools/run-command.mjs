/**
 * Runs one of our commands (`npm start`, `npm test`, …), even in a fresh checkout: first installs the dependencies and
 * compiles the packages, as far as they have changed. Plain JavaScript, because nothing may be installed or built yet. Its
 * own messages go to stderr, since stdout is for the command.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, packageFolders, planBuild } from './build.mjs';
import launcher from './start/launcher.cjs';
import { underLock } from './start/lock.cjs';

/** The packages of the commands. Those with `forTests` need the development dependencies, which take long to install. */
const COMMANDS = {
  start: { folder: 'tools/start' },
  demo: { folder: 'tools/demo' },
  admin: { folder: 'tools/admin' },
  test: { folder: 'tools/test', forTests: true },
  bench: { folder: 'testing/bench', forTests: true },
  attacks: { folder: 'testing/attacks', forTests: true },
  faults: { folder: 'testing/faults', forTests: true },
  drills: { folder: 'testing/drills', forTests: true },
  alerts: { folder: 'testing/alerts', forTests: true },
};
/** The engine of linked phones, which `npm start` installs if it is to use it. */
const ENGINE = { name: 'baileys', folder: 'engines/linked-phone' };
/** Installed with the development dependencies only. */
const TEST_RUNNER = 'jest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stateFolder = join(root, '.nx');

const [command, ...commandArguments] = process.argv.slice(2);
const say = (line) => process.stderr.write(`${line}\n`);

if (!Object.hasOwn(COMMANDS, command ?? '')) {
  say(`Usage: node tools/run.mjs ${Object.keys(COMMANDS).join('|')} [arguments]`);
  process.exit(2);
}
const { folder, forTests = false } = COMMANDS[command];
const wantsEngine = command === 'start' && process.env.DEVICE_ENGINE === ENGINE.name;
try {
  requireRoom(launcher.dataFolder(process.env));
  if (missingInstallations().length > 0 || (await plan()).length > 0) await prepare();
} catch (error) {
  say(error.message);
  process.exit(1);
}
const main = join(root, folder, 'dist', 'main.js');
process.argv = [process.execPath, main, ...commandArguments];
await import(pathToFileURL(main).href);

/**
 * Leaves a running stack alone: a second `npm start` on its data changes nothing, not even the build, and no command
 * replaces the packages, from which the stack runs its servers.
 */
function requireRoom(dataDir) {
  if (command === 'start') launcher.requireNoLauncher(dataDir);
  const pid = launcher.launcherOn(dataDir);
  if (pid === undefined || !isOutdated(root)) return;
  throw new Error(
    `The dependencies have changed, but npm start (process ${pid}) still runs on the old ones. Stop it, then run this again.`,
  );
}

/** Keeps concurrent commands, such as `npm start` and `npm run demo`, from installing or building at the same time. */
async function prepare() {
  mkdirSync(stateFolder, { recursive: true });
  const sayWaiting = () => say('Waiting for another command to finish its installation or build');
  await underLock(join(stateFolder, 'command.lock'), installAndBuild, sayWaiting);
}

async function installAndBuild() {
  // Another command may have installed and built while this one waited for the lock.
  for (const { what, npm } of missingInstallations()) {
    say(`Installing ${what} (npm ${npm.join(' ')})`);
    await run('npm', [...npm, '--no-audit', '--no-fund']);
  }
  const steps = await plan();
  if (steps.length === 0) return;
  say(`Compiling ${steps.length} files`);
  await build(steps);
}

async function plan() {
  const folders = await packageFolders();
  return planBuild(folders.map((name) => join(root, name)));
}

/** Returns what this command lacks, with the arguments of the npm command that installs it. */
function missingInstallations() {
  const engine = join(root, ENGINE.folder);
  const missing = [{ what: 'the dependencies', npm: missingDependencies() }];
  if (wantsEngine && isOutdated(engine))
    missing.push({
      what: 'the engine of linked phones',
      npm: ['ci', '--omit=dev', '--prefix', ENGINE.folder],
    });
  return missing.filter(({ npm }) => npm !== undefined);
}

function missingDependencies() {
  const which = forTests ? '--include=dev' : '--omit=dev';
  if (isOutdated(root)) return ['ci', which];
  // `npm ci` would remove everything first, also from under a stack that runs.
  const runner = join(root, 'node_modules', TEST_RUNNER);
  return forTests && !existsSync(runner) ? ['install', which, '--no-save'] : undefined;
}

/** npm writes `.package-lock.json` at the very end of an installation. */
function isOutdated(installed) {
  const installedAt = modifiedAt(join(installed, 'node_modules/.package-lock.json'));
  return installedAt < modifiedAt(join(installed, 'package-lock.json'));
}

/** Runs a program to its end, with its output on stderr. */
function run(file, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 2, 2] });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${[file, ...args].join(' ')} failed (${code ?? 'killed'}).`));
    });
  });
}

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
