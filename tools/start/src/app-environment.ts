import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { keptSecret, portsOf } from '@chat/local-servers';
import { providerEnvironment, type ProviderApp } from './provider';
import type { Server } from './servers';
import type { Settings } from './settings';

/**
 * The environment that the apps share: ours, with defaults for what the user has not set.
 * @param healthPorts those of all apps.
 */
export async function appEnvironment(
  settings: Settings,
  postgres: Server,
  nats: Server,
  app: ProviderApp,
  healthPorts: readonly number[],
): Promise<NodeJS.ProcessEnv> {
  const keyFile = join(settings.dataDir, 'secret-key');
  return {
    // Webhooks may go to a developer's receivers on this machine, even over plain http.
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    // But not to the stack itself.
    OUTBOUND_DENY_PORTS: [
      settings.gatewayPort,
      settings.sandboxPort,
      settings.callbackPort,
      ...(settings.phoneNetworkUrl === undefined ? [] : [settings.phoneNetworkPort]),
      ...portsOf(postgres.url, 5432),
      ...portsOf(nats.url, 4222),
      ...healthPorts,
      Number(process.env.METRICS_PORT),
    ]
      .filter((port) => port > 0)
      .join(','),
    // Kept between starts, because data in the database is encrypted with it.
    SECRET_KEY: await keptSecret(keyFile, () => randomBytes(32).toString('base64')),
    BLOB_FOLDER: join(settings.dataDir, 'blobs'),
    SANDBOX_MEDIA_FOLDER: join(settings.dataDir, 'sandbox-media'),
    PUBLIC_BASE_URL: settings.baseUrl,
    // On a developer's machine, all clients share one address, including tests that send wrong credentials.
    UNVERIFIED_PER_MINUTE: '100000',
    FOREIGN_PINGS_PER_MINUTE: '100000',
    ...(settings.deviceEngine === 'simulated' && {
      DEVICE_NETWORK_URL: `${settings.sandboxUrl.replace('http', 'ws')}/device-network`,
    }),
    ...process.env,
    ...providerEnvironment(app, settings),
    ...postgres.environment,
    ...nats.environment,
    GATEWAY_HOST: settings.gatewayHost,
    GATEWAY_PORT: String(settings.gatewayPort),
    SANDBOX_HOST: settings.sandboxHost,
    SANDBOX_PORT: String(settings.sandboxPort),
  };
}
