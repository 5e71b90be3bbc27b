import type { ReadinessChecks } from './health';

/** Something that a process hosts: a service on the bus, the sandbox. */
export interface HostedService {
  readonly name: string;
  start(): Promise<RunningService>;
}

export interface RunningService {
  readonly checks: ReadinessChecks;
  /** Finishes what is under way and gives everything back. */
  stop(): Promise<void>;
}
