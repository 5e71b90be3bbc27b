import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;
/** What the programs need that run meanwhile. */
const LEFT_BYTES = 4 * 1024 ** 3;

/**
 * Where the folders of a test run are made: in memory where that has room and programs may be run, since a fresh database
 * takes a tenth of the CPU there; else where all temporary files are. Whoever has chosen a TMPDIR gets it.
 */
export function scratchFolder(): string {
  return process.env['TMPDIR'] === undefined && hasRoomInMemory() ? MEMORY : tmpdir();
}

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY) || !existsSync('/proc/mounts')) return false;
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).findLast(([, folder]) => folder === MEMORY)?.[3];
  if (options === undefined || options.split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= NEEDED_BYTES && freemem() >= NEEDED_BYTES + LEFT_BYTES;
}
