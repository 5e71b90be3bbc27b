/**
 * Runs one of our commands (`npm start`, `npm test`, …), even in a fresh checkout: first installs the dependencies and
 * builds the packages, as far as they have changed. Plain JavaScript, because nothing may be installed or built yet. Its
 * own messages go to stderr, since stdout is for the command.
 */
import { spawn } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const COMMANDS = ['start', 'demo', 'admin', 'bench', 'test', 'attacks', 'faults', 'alerts'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stateFolder = join(root, '.nx');
const buildStamp = join(stateFolder, 'last-build');
const lockFile = join(stateFolder, 'run.lock');

const [command, ...commandArguments] = process.argv.slice(2);
const say = (line) => process.stderr.write(`${line}\n`);

if (!COMMANDS.includes(command)) {
  say(`Usage: node tools/run.mjs ${COMMANDS.join('|')} [arguments]`);
  process.exit(2);
}
try {
  if (needsInstall() || needsBuild()) await underLock(installAndBuild);
} catch (error) {
  say(error.message);
  process.exit(1);
}
const main = join(root, 'tools', 'dist', command, 'main.js');
process.argv = [process.execPath, main, ...commandArguments];
process.env.NX_DAEMON = 'false';
await import(pathToFileURL(main).href);

async function installAndBuild() {
  // Another command may have installed and built while this one waited for the lock.
  if (needsInstall()) {
    say('Installing the dependencies (npm ci)');
    await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { stdio: ['ignore', 2, 2] });
  }
  if (needsBuild()) await build();
}

/** npm writes `.package-lock.json` at the very end of an installation. */
function needsInstall() {
  return (
    modifiedAt(join(root, 'node_modules', '.package-lock.json')) < modifiedAt(join(root, 'package-lock.json'))
  );
}

function needsBuild() {
  const built = modifiedAt(buildStamp);
  const packages = [...entriesOf(join(root, 'apps')), ...entriesOf(join(root, 'libs')), join(root, 'tools')];
  const sources = packages.flatMap((folder) => [join(folder, 'src'), join(folder, 'package.json')]);
  const settings = ['.swcrc', 'nx.json', 'package-lock.json'].map((name) => join(root, name));
  const isBuilt = (folder) => existsSync(join(folder, 'dist')) || entriesOf(join(folder, 'src')).length === 0;
  return !packages.every(isBuilt) || [...settings, ...sources].some(isNewerThan(built));
}

/** Folders are checked too: their modification time changes when something in them is removed or renamed. */
function isNewerThan(time) {
  return function isNewer(path) {
    const status = statSync(path, { throwIfNoEntry: false });
    if (!status) return false;
    return status.mtimeMs > time || (status.isDirectory() && entriesOf(path).some(isNewer));
  };
}

async function build() {
  const startedAt = new Date();
  process.stderr.write('Building');
  const nx = [join(root, 'node_modules', '.bin', 'nx'), 'run-many', '-t', 'build', '--outputStyle=static'];
  await run(process.execPath, nx, {
    env: { ...process.env, NX_DAEMON: 'false' },
    onLine: (line) => {
      const started = /^> nx run @chat\/(\S+):build/.exec(line);
      if (started) process.stderr.write(` ${started[1]}`);
    },
  });
  process.stderr.write('\n');
  writeFileSync(buildStamp, '');
  // Files saved during the build must be newer than the stamp, so that they cause another build.
  utimesSync(buildStamp, startedAt, startedAt);
}

/** Runs a program to its end. With `onLine`, its output is passed on by line, and shown only if the program fails. */
function run(file, args, { env = process.env, stdio = ['ignore', 'pipe', 'pipe'], onLine } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, env, stdio });
    let output = '';
    let unfinished = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text;
      const lines = (unfinished + text).split('\n');
      unfinished = lines.pop();
      lines.forEach(onLine);
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${output}\n${[file, ...args].join(' ')} failed (${code ?? 'killed'}).`));
    });
  });
}

/** Keeps concurrent commands, such as `npm start` and `npm run demo`, from installing or building at the same time. */
async function underLock(work) {
  mkdirSync(stateFolder, { recursive: true });
  const ours = `${lockFile}.${process.pid}`;
  writeFileSync(ours, String(process.pid));
  try {
    let announced = false;
    while (!tryToLink(ours, lockFile)) {
      const holder = lockHolder();
      if (holder && !isAlive(holder)) rmSync(lockFile, { force: true });
      if (holder && !announced) say('Waiting for another command to finish its installation or build');
      announced ||= holder !== undefined;
      await delay(200);
    }
  } finally {
    rmSync(ours);
  }
  try {
    await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/** The id of the process that holds the lock; undefined if the lock was just released. */
function lockHolder() {
  return existsSync(lockFile) ? Number(readFileSync(lockFile, 'utf8')) : undefined;
}

/** Creating a link is atomic, so nobody sees a lock file without its process id. */
function tryToLink(existing, name) {
  try {
    linkSync(existing, name);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function entriesOf(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
