import type { Logger } from '@chat/service-kit';
import type { DeviceEngines } from '../engines/device-engines';
import type { SerialQueue } from '../serial-queue';
import type { LoginPace } from './login-pace';

/** The dependencies of a session. */
export interface SessionParts {
  engines: DeviceEngines;
  /** Shared by the sessions of this replica. */
  pace: LoginPace;
  /** Of sessions that somebody asks for now, who must not wait for all those that come back by themselves. */
  startPace: LoginPace;
  /** Work that only one session of this replica does at a time. */
  heavyWork: SerialQueue;
  logger: Logger;
  /** How long a line may be broken before that is told, in ms. */
  graceMs: number;
}
