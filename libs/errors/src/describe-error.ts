import { AppError } from './app-error';

/** The loggable part of an error: its kind and origin, never a value that a client sent. */
export interface ErrorDescription {
  name: string;
  message?: string;
  /** SQLSTATE, a code of Node or NATS, or our own. */
  code?: string;
  /** The reason within our own code. */
  reason?: string;
  /** The constraint that the database found violated. */
  constraint?: string;
  /** The lines of the stack, without the message. */
  stack?: string;
  cause?: ErrorDescription;
}

const MAX_CAUSES = 5;
const SQLSTATE = /^[0-9A-Z]{5}$/;
/**
 * Classes of SQLSTATE whose messages name objects of the database only. Those of the others may quote input: class 22
 * says `invalid input syntax for type bigint: "…"`.
 */
const NAMES_ONLY = new Set(['08', '23', '25', '40', '42', '53', '54', '55', '57', '58']);

/** Describes an error and its causes for a log or a dead letter. Leaves out messages that may quote input. */
export function describeError(error: unknown): ErrorDescription {
  return describe(error, MAX_CAUSES);
}

/** The error and its causes in one line each, for people. */
export function reasonOf(error: unknown): string {
  const lines: string[] = [];
  for (let at: ErrorDescription | undefined = describeError(error); at; at = at.cause) {
    lines.push([at.name, at.message ?? at.code].filter(Boolean).join(': '));
  }
  return lines.join('\ncaused by ');
}

function describe(error: unknown, causesLeft: number): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    name: error.name,
    message: safeMessage(error, code),
    ...(typeof code === 'string' && { code }),
    ...(error instanceof AppError && error.details.reason && { reason: error.details.reason }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: framesOf(error),
    ...(error.cause !== undefined && causesLeft > 0 && { cause: describe(error.cause, causesLeft - 1) }),
  };
}

function safeMessage(error: Error, code: unknown): string {
  // V8 quotes the invalid JSON.
  if (error instanceof SyntaxError) return 'A text could not be parsed.';
  const isOfDatabase = typeof code === 'string' && SQLSTATE.test(code) && 'severity' in error;
  if (isOfDatabase && !NAMES_ONLY.has(code.slice(0, 2))) return `Postgres refused a value (${code}).`;
  return error.message;
}

function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line))
    .join('\n');
}
