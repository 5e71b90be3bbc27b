import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { User } from './file-access';

const run = promisify(execFile);

export interface ServerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly user?: User | undefined;
}

/** Local servers do not inherit our environment: a stray PGDATA, PGPORT or LANG would change their behaviour. */
export const SERVER_ENVIRONMENT = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

/** Returns whether a process with this id runs, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** In a container whose first process reaps no children, an adopted server stays in the process table after it exits. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    // The process has just gone, which the next check will show, or the system has no /proc.
    return false;
  }
}

/** Returns whether the command line of a process contains `text`; the process id alone may have been reused. */
export async function commandMentions(pid: number, text: string): Promise<boolean> {
  const command =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      : (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))).stdout;
  return command.includes(text);
}

/** Sends `signal` and resolves once the process is gone; a process that is already gone is not an error. */
export async function stopProcess(pid: number, signal: NodeJS.Signals): Promise<void> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  // Polled, because an adopted server is not a child of ours.
  while (isAlive(pid)) await delay(20);
}

/**
 * Starts a server in a process group of its own, so that Ctrl-C in the terminal does not reach it before the
 * programs that use it have exited. Its output goes to a file, because a pipe would break when the parent is killed.
 * Only their owner can access the files it writes.
 */
export async function spawnServer(command: ServerCommand): Promise<{ pid: number }> {
  const log = await open(command.logFile, 'a', 0o600);
  try {
    const args = ['-c', 'umask 077; exec "$0" "$@"', command.file, ...command.args];
    const child = spawn('/bin/sh', args, {
      cwd: '/',
      env: command.env,
      ...command.user,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await once(child, 'spawn');
    child.unref();
    return { pid: child.pid as number };
  } finally {
    await log.close();
  }
}

/** Returns the last lines of a log, for the error that explains a failed start. */
export async function tailOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, 3_000);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8').trim();
  } finally {
    await handle.close();
  }
}
