import type { DeviceEngine } from './device-engine';

/** The engines of this installation. */
export class DeviceEngines {
  /** @param preferred the name of the engine that links phones from now on. */
  constructor(
    private readonly byName: Readonly<Record<string, DeviceEngine>>,
    readonly preferred: string,
  ) {}

  /**
   * Returns the engine that a phone was linked with.
   * @param name null for a session that links a phone now.
   */
  of(name: string | null): DeviceEngine | null {
    return this.byName[name ?? this.preferred] ?? null;
  }
}
