import { blobStoreSettings } from '@chat/media';
import { loadConfig, secretSettings, settings, whole, type Environment } from '@chat/service-kit';

/** The settings of this service. */
export function loadDeviceSessionsConfig(environment: Environment) {
  return loadConfig(
    {
      ...blobStoreSettings,
      ...secretSettings,
      DEVICE_NETWORK_URL: settings.webSocketUrl({ default: 'ws://127.0.0.1:3100/device-network' }),
      /** How long a replica that stopped renewing its leases keeps its sessions, in ms. */
      DEVICE_LEASE_MS: whole({ min: 1_000 })({ default: 10_000 }),
      /** How long records of sends and received messages are kept, in days. */
      DEVICE_RECORD_DAYS: whole({ min: 7 })({ default: 30 }),
    },
    environment,
  );
}

export type DeviceSessionsConfig = ReturnType<typeof loadDeviceSessionsConfig>;
