import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { commandMentions, listenError } from '@chat/local-servers';
import { readStack } from '@chat/admin';
import { claimData, claimFileIn } from '../launcher.cjs';
import type { Settings } from './settings';

/** Longer than a process takes to drain. */
const LEAVE_TIMEOUT_MS = 12_000;

/**
 * Ensures that this start has exclusive use of its data.
 * @throws Error, before anything is changed, if another `npm start` runs on it, or another user started on it before.
 */
export async function claim(dataDir: string): Promise<void> {
  await requireOwnData(dataDir);
  await claimData(dataDir);
}

/** Keeps users from sharing data: after a single `sudo npm start`, its owner could no longer read some files. */
async function requireOwnData(dataDir: string): Promise<void> {
  const owner = (await stat(claimFileIn(dataDir)).catch(() => undefined))?.uid;
  if (owner === undefined || owner === process.getuid?.()) return;
  throw new Error(
    `The data in ${dataDir} is that of another user (its id is ${owner}). Run npm start as that user, or set DATA_DIR ` +
      'to another folder.',
  );
}

/** Gives the apps of an earlier start, which was killed, time to exit; those that do not are killed. */
export async function endEarlierApps(dataDir: string): Promise<void> {
  const earlier = await readStack(dataDir);
  for (const pid of earlier?.app_pids ?? []) {
    if (!(await hasLeft(pid))) process.kill(pid, 'SIGKILL');
  }
}

/** The command line shows whether another process has reused its id. */
async function hasLeft(pid: number): Promise<boolean> {
  const giveUpAt = Date.now() + LEAVE_TIMEOUT_MS;
  while ((await commandMentions(pid, 'dist/main.js')) || (await commandMentions(pid, 'linked-phone/dist/'))) {
    if (Date.now() > giveUpAt) return false;
    await delay(100);
  }
  return true;
}

/** @throws Error that says which setting to change if a port is not available. */
export async function requirePorts(settings: Settings): Promise<void> {
  await requirePort('GATEWAY', settings.gatewayHost, settings.gatewayPort);
  await requirePort('SANDBOX', settings.sandboxHost, settings.sandboxPort);
  await requirePort('CALLBACK', settings.callbackHost, settings.callbackPort);
  if (settings.phoneNetworkUrl !== undefined)
    await requirePort('PHONE_NETWORK', '127.0.0.1', settings.phoneNetworkPort);
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
