/** The `npm start` that uses a data folder. Plain JavaScript, because commands need it before anything is built. */
const { execFileSync } = require('node:child_process');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { underLock } = require('./lock.cjs');

/** The data folder of this environment. */
function dataFolder(env) {
  return resolve(env.DATA_DIR || '.data');
}

/** The id of the process, in a file of the data folder. */
function claimFileIn(dataDir) {
  return join(dataDir, 'launcher.pid');
}

/** Returns the process id of the `npm start` that runs on this data; undefined if there is none. */
function launcherOn(dataDir) {
  const pid = Number(textOf(claimFileIn(dataDir)));
  // The id of a process that exited may belong to another one now.
  return pid > 0 && pid !== process.pid && /run\.mjs[\0 ]start/.test(commandOf(pid)) ? pid : undefined;
}

/** @throws Error if an `npm start` runs on this data. */
function requireNoLauncher(dataDir) {
  const pid = launcherOn(dataDir);
  if (pid === undefined) return;
  throw new Error(
    `npm start already runs on ${dataDir} (process ${pid}). Stop it first, or give this one a DATA_DIR of its own.`,
  );
}

/**
 * Makes this process the only `npm start` on this data, until it exits.
 * @throws Error, before anything is changed, if another one runs on it.
 */
async function claimData(dataDir) {
  requireNoLauncher(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await underLock(join(dataDir, 'launcher.lock'), () => {
    requireNoLauncher(dataDir);
    const draft = `${claimFileIn(dataDir)}.new`;
    writeFileSync(draft, String(process.pid), { mode: 0o600 });
    renameSync(draft, claimFileIn(dataDir));
  });
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the command line of a process; empty if there is no such process. */
function commandOf(pid) {
  if (process.platform === 'linux') return textOf(`/proc/${pid}/cmdline`);
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

module.exports = { claimData, claimFileIn, dataFolder, launcherOn, requireNoLauncher };
