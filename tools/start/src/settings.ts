import { isIPv6 } from 'node:net';
import { dataFolder } from '../launcher.cjs';

export interface Settings {
  readonly dataDir: string;
  readonly gatewayHost: string;
  readonly gatewayPort: number;
  readonly sandboxHost: string;
  readonly sandboxPort: number;
  /** The program that links phones: the services with the simulated engine, or with the one of real phones. */
  readonly deviceEngine: 'simulated' | 'baileys';
  /** Where the network for tests takes what its people do; undefined if it is not to be started. */
  readonly phoneNetworkUrl: string | undefined;
  readonly phoneNetworkPort: number;
  /** Where the provider's callbacks arrive. */
  readonly callbackHost: string;
  readonly callbackPort: number;
  readonly baseUrl: string;
  /** The gateway's URL on this machine, whatever its public address is. */
  readonly localUrl: string;
  readonly sandboxUrl: string;
  /** The URL to which the sandbox sends the provider's callbacks. */
  readonly callbackUrl: string;
  /** A Postgres and a NATS of the user's own; undefined for local ones. */
  readonly databaseUrl: string | undefined;
  readonly natsUrl: string | undefined;
}

/**
 * Reads the settings of `npm start`. The services check their own when they start.
 * @throws Error that names every setting to change.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const problems: string[] = [];
  const port = (name: string, fallback: number): number => {
    const value = Number(env[name] || fallback);
    if (!Number.isInteger(value) || value < 1 || value > 65_535)
      problems.push(`${name} must be a port, 1 to 65535`);
    return value;
  };
  const gatewayHost = env['GATEWAY_HOST'] || '127.0.0.1';
  const gatewayPort = port('GATEWAY_PORT', 3000);
  const sandboxHost = env['SANDBOX_HOST'] || '127.0.0.1';
  const sandboxPort = port('SANDBOX_PORT', 3100);
  const callbackHost = env['CALLBACK_HOST'] || '127.0.0.1';
  const callbackPort = port('CALLBACK_PORT', 3200);
  if (new Set([gatewayPort, sandboxPort, callbackPort]).size < 3) {
    problems.push('GATEWAY_PORT, SANDBOX_PORT and CALLBACK_PORT must differ');
  }
  const phoneNetworkPort = port('PHONE_NETWORK_PORT', 3300);
  const deviceEngine = env['DEVICE_ENGINE'] === 'baileys' ? 'baileys' : 'simulated';
  const wantsTestNetwork = env['DEVICE_NETWORK'] === 'test';
  if (!['', 'real', 'test'].includes(env['DEVICE_NETWORK'] ?? ''))
    problems.push('DEVICE_NETWORK must be real or test');
  if (wantsTestNetwork && deviceEngine !== 'baileys')
    problems.push('DEVICE_NETWORK=test needs DEVICE_ENGINE=baileys: the simulated engine has the sandbox');
  if (wantsTestNetwork && env['DEVICE_NETWORK_URL'])
    problems.push(
      'DEVICE_NETWORK=test starts a network of its own: unset DEVICE_NETWORK_URL, or DEVICE_NETWORK',
    );
  if (wantsTestNetwork && [gatewayPort, sandboxPort, callbackPort].includes(phoneNetworkPort))
    problems.push('PHONE_NETWORK_PORT must differ from the other ports');
  if (problems.length > 0) throw new Error(`Change these settings:\n  ${problems.join('\n  ')}`);
  return {
    dataDir: dataFolder(env),
    deviceEngine,
    phoneNetworkUrl: wantsTestNetwork ? `http://127.0.0.1:${phoneNetworkPort}` : undefined,
    phoneNetworkPort,
    gatewayHost,
    gatewayPort,
    sandboxHost,
    sandboxPort,
    callbackHost,
    callbackPort,
    baseUrl: env['PUBLIC_BASE_URL'] || `http://${reachable(gatewayHost)}:${gatewayPort}`,
    localUrl: `http://${reachable(gatewayHost)}:${gatewayPort}`,
    sandboxUrl: `http://${reachable(sandboxHost)}:${sandboxPort}`,
    callbackUrl: `http://${reachable(callbackHost)}:${callbackPort}/provider/callbacks`,
    databaseUrl: env['DATABASE_URL'] || undefined,
    natsUrl: env['NATS_URL'] || undefined,
  };
}

/** The host as it is written in a URL: loopback if the server listens on every address. */
function reachable(host: string): string {
  if (['0.0.0.0', '::'].includes(host)) return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}
