/**
 * Postgres was not available, independent of the statement: it had no connection left, was starting or stopping, or the
 * connection broke.
 */
export class OutageError extends Error {
  override readonly name = 'OutageError';
  /** The code of the cause, as the SQLSTATE of a refused connection. */
  readonly code: unknown;

  /** @param changedNothing false if the statement may have been committed before the connection broke. */
  constructor(
    readonly changedNothing: boolean,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : 'The connection to Postgres broke.', { cause });
    this.code = (cause as { code?: unknown } | null)?.code;
  }
}

/** The effect of an outage. */
export interface Outage {
  /** Whether it is certain that the statement changed nothing, nor the transaction that it was part of. */
  readonly changedNothing: boolean;
}

/** SQLSTATE classes of shortages that any statement can meet: no disk space, memory or connection left; a failing disk. */
const SHORTAGES = ['53', '58'];

/** Returns the outage that an error of the database stands for; null if the statement itself is at fault. */
export function outageOf(error: unknown): Outage | null {
  if (error instanceof OutageError) return error;
  const { driverError } = (error ?? {}) as { driverError?: unknown };
  if (driverError instanceof OutageError) return driverError;
  const { severity, code } = (driverError ?? {}) as { severity?: unknown; code?: unknown };
  switch (severity) {
    // Postgres ends the session, as on a restart. It reports that before the statement commits, or not at all.
    case 'FATAL':
      return { changedNothing: true };
    // Postgres itself goes down, possibly while it commits.
    case 'PANIC':
      return { changedNothing: false };
    case 'ERROR':
      return SHORTAGES.includes(String(code).slice(0, 2)) ? { changedNothing: true } : null;
    default:
      return null;
  }
}
