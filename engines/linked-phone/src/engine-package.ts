import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { DEF_MEDIA_HOST, DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys';
import { HttpProxyAgent, HttpsProxyAgent } from 'hpagent';
import type { EnginePackage, ServiceSettings } from '@chat/device-sessions/engines';
import { ConfigError, makeValidator, settings, type SettingValues } from '@chat/service-kit';
import { instruments } from '@chat/telemetry';
import { BaileysEngine, type EngineSettings } from './engine/engine';

/** How long each code to scan is shown. The network gives six, and one to type in is good for three minutes. */
const CODE_MS = 30_000;
const QUERY_TIMEOUT_MS = 20_000;
const ROOT_KEY_BYTES = 32;
/** What the network is told of the device: a browser, on the system that is the name. */
const BROWSER = 'Chrome';
const SYSTEM_VERSION = '22.04.4';

const VERSION = /^(\d{1,10})\.(\d{1,10})\.(\d{1,10})$/;

/** Three numbers, or nothing. */
const clientVersion = makeValidator((input: string) => {
  if (input !== '' && !VERSION.test(input))
    throw new Error('must be three numbers, as in 2.3000.1043857760, or empty');
  return input;
});

const deviceName = makeValidator((input: string) => {
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .'_-]{0,29}$/u.test(input))
    throw new Error("must be 1 to 30 letters, digits, spaces and . ' _ -, and begin with a letter or digit");
  return input;
});

/** The 32 bytes of a key in Base64, or nothing. */
const rootKey = makeValidator((input: string) => {
  const key = Buffer.from(input, 'base64');
  if (input !== '' && (key.length !== ROOT_KEY_BYTES || key.toString('base64') !== input))
    throw new Error('must be the 32 bytes of a public key in Base64, or empty');
  return input;
});

/** A host with its port, or nothing. */
const hostWithPort = makeValidator((input: string) => {
  if (input === '') return input;
  const [, name = '', port = ''] = /^([\w.-]+|\[[\da-fA-F:.]+\]):(\d{1,5})$/.exec(input) ?? [];
  const isAddress = !name.startsWith('[') || isIP(name.slice(1, -1)) === 6;
  if (name === '' || !isAddress || Number(port) < 1 || Number(port) > 65_535)
    throw new Error('must be a host with its port, as in media.example.com:443, or empty');
  return input;
});

/** One or more certificates as PEM, or nothing. */
const certificates = makeValidator((input: string) => {
  if (input === '') return input;
  try {
    new X509Certificate(input);
  } catch {
    throw new Error('must be a certificate as PEM, from -----BEGIN CERTIFICATE----- on, or empty');
  }
  return input;
});

/** The settings of this engine, beside those of the service. Each may be empty. */
export const engineSettings = {
  DEVICE_CLIENT_VERSION: clientVersion({ default: '' }),
  DEVICE_NAME: deviceName({ default: 'Ubuntu' }),
  DEVICE_PROXY_URL: settings.optionalUrl({ default: '' }),
  DEVICE_NETWORK_ROOT_KEY: rootKey({ default: '' }),
  DEVICE_MEDIA_HOST: hostWithPort({ default: '' }),
  DEVICE_MEDIA_CA: certificates({ default: '' }),
};

type Values = SettingValues<typeof engineSettings> & ServiceSettings;

export const baileysPackage: EnginePackage<typeof engineSettings> = {
  name: 'baileys',
  settings: engineSettings,
  configure: (values) => {
    refuseInProduction(values);
    return () => {
      // From the start, since Prometheus takes the first value of a series for no increase.
      instruments.deviceUnreadable.live?.inc(0);
      return new BaileysEngine(toEngineSettings(values));
    };
  },
};

/** @throws ConfigError that names each setting of another network than the real one. */
function refuseInProduction(values: Values): void {
  if (values.NODE_ENV !== 'production') return;
  const { DEVICE_NETWORK_ROOT_KEY, DEVICE_MEDIA_HOST, DEVICE_MEDIA_CA } = values;
  const ofOtherNetworks = {
    // Where another engine is chosen, the address is that of its network.
    ...(values.DEVICE_ENGINE === baileysPackage.name && { DEVICE_NETWORK_URL: values.DEVICE_NETWORK_URL }),
    ...{ DEVICE_NETWORK_ROOT_KEY, DEVICE_MEDIA_HOST, DEVICE_MEDIA_CA },
  };
  const violations = Object.entries(ofOtherNetworks)
    .filter(([, value]) => value !== '')
    .map(([name]) => [name, 'must be empty in production, where phones are on the real network'] as const);
  if (violations.length > 0) throw new ConfigError(Object.fromEntries(violations));
}

export function toEngineSettings(values: Values): EngineSettings {
  const { DEVICE_NAME: name, DEVICE_PROXY_URL: proxy, DEVICE_NETWORK_ROOT_KEY: key } = values;
  const version = VERSION.exec(values.DEVICE_CLIENT_VERSION)?.slice(1).map(Number);
  const isChosen = values.DEVICE_ENGINE === baileysPackage.name;
  const url = (isChosen && values.DEVICE_NETWORK_URL) || String(DEFAULT_CONNECTION_CONFIG.waWebSocketUrl);
  const Proxy = url.startsWith('wss:') ? HttpsProxyAgent : HttpProxyAgent;
  return {
    url,
    codeMs: CODE_MS,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    client: {
      browser: [name, BROWSER, SYSTEM_VERSION],
      ...(version && { version: version as [number, number, number] }),
      // What the library asks of it is what both kinds do; its type names the one for TLS.
      ...(proxy !== '' && { agent: new Proxy({ proxy }) as HttpsProxyAgent }),
    },
    rootKey: isChosen && key !== '' ? Buffer.from(key, 'base64') : null,
    mediaHost: (isChosen && values.DEVICE_MEDIA_HOST) || DEF_MEDIA_HOST,
    mediaCa: (isChosen && values.DEVICE_MEDIA_CA) || null,
    ...(proxy !== '' && { mediaAgent: new HttpsProxyAgent({ proxy }) }),
  };
}
