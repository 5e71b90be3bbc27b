import type { SettingSpecs, SettingValues } from '@chat/service-kit';
import type { DeviceEngine } from './device-engine';

/** The settings of the service that an engine reads besides its own. */
export interface ServiceSettings {
  readonly NODE_ENV: string;
  readonly DEVICE_ENGINE: string;
  /** Of the engine that `DEVICE_ENGINE` names. Empty: that engine's own network. */
  readonly DEVICE_NETWORK_URL: string;
}

/** An engine that a program brings along, beside the simulated one of the service. */
export interface EnginePackage<S extends SettingSpecs = SettingSpecs> {
  /** Its name in `DEVICE_ENGINE`. */
  readonly name: string;
  /** Its own settings, which the service reads with the others. */
  readonly settings: S;
  /**
   * @returns what creates the engine.
   * @throws ConfigError when the settings do not fit together.
   */
  configure(values: SettingValues<S> & ServiceSettings): () => DeviceEngine;
}
