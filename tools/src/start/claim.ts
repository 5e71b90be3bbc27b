import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandMentions, listenError } from '@chat/local-servers';
import { readStack } from '../running-stack';
import type { Settings } from './settings';

/** Longer than a process takes to drain. */
const LEAVE_TIMEOUT_MS = 12_000;

const claimFileIn = (dataDir: string) => join(dataDir, 'launcher.pid');

/**
 * Keeps users from sharing data: after a single `sudo npm start`, its owner could no longer read some files.
 * @throws Error that says what to change if another user started on this data before.
 */
export async function requireOwnData(dataDir: string): Promise<void> {
  const owner = (await stat(claimFileIn(dataDir)).catch(() => undefined))?.uid;
  if (owner === undefined || owner === process.getuid?.()) return;
  throw new Error(
    `The data in ${dataDir} is that of another user (its id is ${owner}). Run npm start as that user, or set DATA_DIR ` +
      'to another folder.',
  );
}

/**
 * Ensures that this start has exclusive use of its data and ports. Processes left by an earlier start get time to exit;
 * apps that do not are killed, but never another `npm start`.
 * @throws Error that says what to change.
 */
export async function claim(settings: Settings): Promise<void> {
  const claimFile = claimFileIn(settings.dataDir);
  const launcher = Number(await readFile(claimFile, 'utf8').catch(() => '0'));
  if (!(await hasLeft(launcher, 'run.mjs'))) {
    throw new Error(
      `npm start already runs on ${settings.dataDir} (process ${launcher}). ` +
        'Stop it first, or give this one a DATA_DIR of its own.',
    );
  }
  await writeFile(claimFile, String(process.pid), { mode: 0o600 });

  const earlier = await readStack(settings.dataDir);
  for (const pid of earlier?.app_pids ?? []) {
    if (!(await hasLeft(pid, 'dist/main.js'))) process.kill(pid, 'SIGKILL');
  }
  await requirePort('GATEWAY', settings.gatewayHost, settings.gatewayPort);
  await requirePort('SANDBOX', settings.sandboxHost, settings.sandboxPort);
  await requirePort('CALLBACK', settings.callbackHost, settings.callbackPort);
}

/** Waits for one of our processes to exit. The command line shows whether another process has reused its id. */
async function hasLeft(pid: number, command: string): Promise<boolean> {
  const giveUpAt = Date.now() + LEAVE_TIMEOUT_MS;
  while (pid > 0 && pid !== process.pid && (await commandMentions(pid, command))) {
    if (Date.now() > giveUpAt) return false;
    await delay(100);
  }
  return true;
}

/** @param name the prefix of the settings for host and port. */
async function requirePort(name: string, host: string, port: number): Promise<void> {
  const code = await listenError(port, host);
  if (code !== undefined) throw new Error(portProblem(name, host, port, code));
}

/** @param code the system's error code. */
export function portProblem(name: string, host: string, port: number, code: string): string {
  const another = (other: number) => `choose another port: ${name}_PORT=${other} npm start`;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop that program, or ${another(port < 65_535 ? port + 1 : port - 1)}`;
    case 'EACCES':
      return `This user may not listen on port ${port}: ${another(port + 8_000)}`;
    default:
      return `${name}_HOST is ${host}, where nothing on this machine can listen (${code}). Unset it, or set it to an address of this machine.`;
  }
}
