import type { LoggerService } from '@nestjs/common';
import { describeError } from '@chat/errors';
import { pino, type Logger } from 'pino';
import { standardOutput } from './log-output';

export type { Logger } from 'pino';

/**
 * Creates the JSON logger of one service. Logs contain identifiers and codes, but no bodies, phone numbers or secrets.
 */
export function createLogger(service: string, level: string): Logger {
  const options = {
    level,
    base: { service, pid: process.pid },
    timestamp: isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: describeError },
  };
  return pino(options, standardOutput);
}

let lastMs = 0;
let lastTime = '';

/** Like pino's own function, which formats the time for every line; here all lines of a millisecond share the text. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTime;
}

/** Lets Nest write through the service's logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug(String(message));
  }

  error(message: unknown): void {
    this.logger.error(message instanceof Error ? { error: message } : String(message));
  }

  warn(message: unknown): void {
    this.logger.warn(String(message));
  }
}
