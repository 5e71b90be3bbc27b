import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandMentions, isPortFree } from '@chat/local-servers';
import { readStack } from '../running-stack';
import type { Settings } from './settings';

/** Longer than a process takes to drain. */
const LEAVE_TIMEOUT_MS = 12_000;

/**
 * Makes sure that this start has its data and its ports for itself. What an earlier start left behind gets the time
 * to leave; an app that hangs is killed, but never another `npm start`.
 * @throws Error that says what to change.
 */
export async function claim(settings: Settings): Promise<void> {
  const claimFile = join(settings.dataDir, 'launcher.pid');
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
  await requireFreePort('GATEWAY_PORT', settings.gatewayPort, settings.gatewayHost);
  await requireFreePort('SANDBOX_PORT', settings.sandboxPort, settings.sandboxHost);
  await requireFreePort('CALLBACK_PORT', settings.callbackPort, settings.callbackHost);
}

/** Waits for one of our processes to exit. Its id may have been reused, which the command line shows. */
async function hasLeft(pid: number, command: string): Promise<boolean> {
  const giveUpAt = Date.now() + LEAVE_TIMEOUT_MS;
  while (pid > 0 && pid !== process.pid && (await commandMentions(pid, command))) {
    if (Date.now() > giveUpAt) return false;
    await delay(100);
  }
  return true;
}

async function requireFreePort(setting: string, port: number, host: string): Promise<void> {
  if (await isPortFree(port, host)) return;
  throw new Error(
    `Port ${port} is taken by another program. Stop that program, or choose another port: ${setting}=${port + 1} npm start`,
  );
}
