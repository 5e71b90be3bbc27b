/** Plain JavaScript, because commands need it before anything is built. */
const { randomUUID } = require('node:crypto');
const { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { setTimeout: delay } = require('node:timers/promises');

const POLL_MS = 50;

/**
 * Runs work while no other process runs work under the same lock; the lock of a process that died is taken over. A lock
 * is a folder with one file, which is named after the holder. A folder can be renamed onto an empty one but not onto one
 * with a file, so of several processes exactly one gets the lock. A dead holder's file is removed by its name, which
 * cannot remove the file of the process that got the lock in the meantime.
 * @param onWait called once if another process holds the lock.
 */
async function underLock(lock, work, onWait = () => undefined) {
  const holder = `${process.pid}-${randomUUID()}`;
  const draft = `${lock}.${holder}`;
  mkdirSync(draft, { mode: 0o700 });
  try {
    writeFileSync(join(draft, holder), '');
    for (let looks = 0; !tryToRename(draft, lock); looks += 1) {
      const others = holdersOf(lock);
      for (const other of others) {
        if (!isAlive(Number.parseInt(other, 10))) rmSync(join(lock, other), { force: true });
      }
      if (looks === 1) onWait();
      await delay(POLL_MS);
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  try {
    return await work();
  } finally {
    rmSync(join(lock, holder), { force: true });
    removeIfEmpty(lock);
  }
}

function tryToRename(folder, name) {
  try {
    renameSync(folder, name);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(error.code)) return false;
    throw error;
  }
}

/** None if the lock has just been released. */
function holdersOf(lock) {
  try {
    return readdirSync(lock);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Another process may have taken or removed the lock in the meantime. */
function removeIfEmpty(lock) {
  try {
    rmdirSync(lock);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code)) throw error;
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

module.exports = { underLock };
