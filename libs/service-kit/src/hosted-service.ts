import type { Samplers } from '@chat/telemetry';
import type { ReadinessChecks } from './health';
import { ConfigError, type Environment } from './settings';

/** Something that a process hosts: a service on the bus, the sandbox. */
export interface HostedService {
  readonly name: string;
  /**
   * Reads its settings, among them those of the process. Nothing runs before the result is called.
   * @throws ConfigError that tells every violation at once.
   */
  configure(environment: Environment): StartService;
}

export type StartService = () => Promise<RunningService>;

export interface RunningService {
  readonly checks: ReadinessChecks;
  /** Goes on working, but asks whoever sends it work to send it elsewhere. `stop` follows. */
  announceEnd?(): void;
  /** What it looks up when its metrics are asked for. */
  readonly samplers?: Samplers;
  /** Finishes what is under way and gives everything back. */
  stop(): Promise<void>;
}

/**
 * Reads the settings of all services before any of them starts.
 * @throws ConfigError that tells the violations of all at once, each setting once.
 */
export function configureAll(services: HostedService[], environment: Environment): StartService[] {
  const violations: Record<string, string> = {};
  const starts = services.flatMap((service) => {
    try {
      return service.configure(environment);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      Object.assign(violations, error.violations);
      return [];
    }
  });
  if (Object.keys(violations).length > 0) throw new ConfigError(violations);
  return starts;
}
