import { blobStoreSettings } from '@chat/media';
import { loadConfig, secretSettings, settings, whole, type Environment } from '@chat/service-kit';

/** The settings of this service. */
export function loadDeviceSessionsConfig(environment: Environment) {
  return loadConfig(
    {
      ...blobStoreSettings,
      ...secretSettings,
      DEVICE_NETWORK_URL: settings.webSocketUrl({ default: 'ws://127.0.0.1:3100/device-network' }),
      /** The engine that links phones from now on; a linked phone keeps the one that it was linked with. */
      DEVICE_ENGINE: settings.str({ choices: ['simulated'], default: 'simulated' }),
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
    },
    environment,
  );
}

export type DeviceSessionsConfig = ReturnType<typeof loadDeviceSessionsConfig>;
