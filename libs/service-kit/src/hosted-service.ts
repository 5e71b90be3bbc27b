import type { Samplers } from '@chat/telemetry';
import type { ReadinessChecks } from './health';
import { ConfigError, type Environment } from './settings';

/** A component that a process hosts: a service on the bus or the sandbox. */
export interface HostedService {
  readonly name: string;
  /**
   * Reads its settings, including those of the process. Nothing runs before the returned function is called.
   * @throws ConfigError with all violations.
   */
  configure(environment: Environment): StartService;
}

export type StartService = () => Promise<RunningService>;

export interface RunningService {
  readonly checks: ReadinessChecks;
  /**
   * Announces the end, so that senders of new work send it elsewhere; the service keeps working until `stop` is called.
   */
  announceEnd?(): void;
  /** The values that it samples when its metrics are scraped. */
  readonly samplers?: Samplers;
  /** Finishes the work in progress and releases all resources. */
  stop(): Promise<void>;
  /** Names what `stop` is still waiting for, for the log of a process that does not drain in time. */
  unfinished?(): string[];
}

/**
 * Reads the settings of all services before any of them starts.
 * @throws ConfigError with the violations of all services, each setting once.
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
