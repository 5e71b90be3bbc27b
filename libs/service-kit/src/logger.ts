import type { LoggerService } from '@nestjs/common';
import { describeError } from '@chat/errors';
import { pino, type Logger } from 'pino';
import { standardOutput } from './log-output';

export type { Logger } from 'pino';

/** JSON logs of one service. They carry identifiers and codes, never bodies, numbers or secrets. */
export function createLogger(service: string, level: string): Logger {
  const options = {
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: describeError },
  };
  return pino(options, standardOutput);
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
