import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from './settings';

/** The environment that the apps share: ours, completed where the user has set nothing. */
export async function appEnvironment(
  settings: Settings,
  databaseUrl: string,
  natsUrl: string,
): Promise<NodeJS.ProcessEnv> {
  return {
    // A developer's receiver on this machine may be called, over plain http too.
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    SECRET_KEY: await secretKey(settings.dataDir),
    DEVICE_NETWORK_URL: `${settings.sandboxUrl.replace('http', 'ws')}/device-network`,
    ...process.env,
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    GATEWAY_HOST: settings.gatewayHost,
    GATEWAY_PORT: String(settings.gatewayPort),
    SANDBOX_HOST: settings.sandboxHost,
    SANDBOX_PORT: String(settings.sandboxPort),
  };
}

/** Made at the first start and kept: what the database holds is encrypted with it. */
async function secretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret-key');
  await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return readFile(file, 'utf8');
}
