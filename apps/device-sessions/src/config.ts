import { blobStoreSettings } from '@chat/media';
import {
  loadConfig,
  secretSettings,
  settings,
  whole,
  type CommonConfig,
  type Environment,
  type SettingSpecs,
  type SettingValues,
} from '@chat/service-kit';
import { engineName } from './engine-name';
import type { DeviceEngine } from './engines/device-engine';
import type { EnginePackage } from './engines/engine-package';

function ownSettings(engines: readonly string[]) {
  return {
    ...blobStoreSettings,
    ...secretSettings,
    /** The engine that links phones from now on; a linked phone keeps the one that it was linked with. */
    DEVICE_ENGINE: engineName(engines)({ default: 'simulated' }),
    /** The network of that engine. Empty: the sandbox for the simulated one, the real network for others. */
    DEVICE_NETWORK_URL: settings.optionalWebSocketUrl({ default: '' }),
    /** How long a line may be broken before its channel is disconnected, in ms. */
    DEVICE_RECONNECT_GRACE_MS: whole({ min: 0, max: 300_000 })({ default: 15_000 }),
    /** The least time between the logins of two sessions of a replica, in ms. */
    DEVICE_LOGIN_INTERVAL_MS: whole({ min: 0, max: 60_000 })({ default: 50 }),
    /** How many numbers a session asks the network for in a minute, at most. */
    DEVICE_LOOKUPS_PER_MINUTE: whole({ min: 1, max: 10_000 })({ default: 120 }),
    /** How long a replica that stopped renewing its leases keeps its sessions, in ms. */
    DEVICE_LEASE_MS: whole({ min: 1_000 })({ default: 10_000 }),
    /** How long records of sends and received messages are kept, in days. */
    DEVICE_RECORD_DAYS: whole({ min: 7 })({ default: 30 }),
  };
}

/**
 * The settings of this service, and those of the engines that the program brings along.
 * @throws ConfigError
 */
export function loadDeviceSessionsConfig(
  environment: Environment,
  packages: readonly EnginePackage[] = [],
): DeviceSessionsConfig {
  const own = ownSettings(packages.map(({ name }) => name));
  const ofEngines = Object.assign({}, ...packages.map(({ settings: its }) => its)) as SettingSpecs;
  const config = loadConfig<SettingSpecs>({ ...own, ...ofEngines }, environment) as SettingsOfService;
  const engines = packages.map((each) => [each.name, each.configure(config)] as const);
  return { ...config, engines: new Map(engines) };
}

type SettingsOfService = SettingValues<ReturnType<typeof ownSettings>> & CommonConfig;

export type DeviceSessionsConfig = SettingsOfService & {
  /** What creates the engines that the program brings along, by name. */
  readonly engines: ReadonlyMap<string, () => DeviceEngine>;
};
