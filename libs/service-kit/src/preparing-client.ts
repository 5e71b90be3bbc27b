import type { Socket } from 'node:net';
import { OutageError } from '@chat/errors';
import { Client, type ClientConfig } from 'pg';
import { SilenceWatch } from './silence-watch';

export interface PreparingClientConfig extends ClientConfig {
  /** How long the server may be silent during a statement; without a limit if absent. */
  readonly silenceMs?: number;
}

/** Far more statements than a service has; SQL with unbounded variation is not worth preparing. */
const MAX_STATEMENTS = 500;

/**
 * A single statement that has a plan. A text with several statements cannot be prepared, and others (BEGIN, SET) gain
 * nothing.
 */
const PLANNED = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b[^;]*$/i;

/** Ends a transaction. If the connection breaks meanwhile, it may have been committed. */
const COMMITS = /^\s*COMMIT\b/i;
/** Changes nothing that outlives the connection, also outside a transaction. */
const CHANGES_NOTHING = /^\s*(SELECT|SHOW|SET|START|BEGIN|ROLLBACK)\b/i;

/** Members of pg that its types do not have. */
interface Internals {
  readonly readyForQuery: boolean;
  /** False from the moment when the connection breaks. */
  readonly _queryable: boolean;
  readonly _ending: boolean;
}

/**
 * A client that prepares each statement on first use, so that Postgres parses and plans it once per connection. For a
 * send this saves a third of Postgres' work. It closes the connection to a
 * server that no longer responds. A statement whose connection breaks fails with `OutageError`, which says whether the
 * statement may have taken effect.
 */
export class PreparingClient extends Client {
  private readonly names = new Map<string, string>();
  private readonly silence: SilenceWatch;

  constructor(config: PreparingClientConfig) {
    super(config);
    const { silenceMs = 0 } = config;
    this.silence = new SilenceWatch(silenceMs, () => !this.internals.readyForQuery);
    this.once('connect', () => this.silence.watch(this.connection.stream as Socket));
    // A connection that breaks while it passes between the pool and a query runner has no other listener, and an error
    // without a listener ends the process. Its next query fails anyway.
    this.on('error', () => undefined);
  }

  /** A single implementation of all overloads. */
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    if (typeof text !== 'string') return this.ask(args);
    this.silence.observe(text);
    const hasValues = Array.isArray(values);
    const name = this.nameOf(text, hasValues);
    const changesNothing = this.changesNothingIfLost(text);
    if (!name) return this.ask(args, changesNothing);
    const named = hasValues ? [{ name, text, values }, ...rest] : [{ name, text }, ...args.slice(1)];
    return this.ask(named, changesNothing);
  }

  private ask(args: unknown[], changesNothing = false): never {
    const result = (super.query as (...args: unknown[]) => unknown).apply(this, args);
    if (!(result instanceof Promise)) return result as never;
    return result.catch((error: unknown) => {
      if (this.isLost(error)) throw new OutageError(changesNothing, error);
      // Postgres is closing the connection, so nobody else must get it from the pool.
      if (severityOf(error) === 'FATAL') void this.end().catch(() => undefined);
      throw error;
    }) as never;
  }

  /** Whether a statement that is asked now certainly changes nothing if the connection breaks before its result. */
  private changesNothingIfLost(text: string): boolean {
    const { _queryable: isOpen, _ending: isEnding } = this.internals;
    if (!isOpen || isEnding) return true;
    return this.getTransactionStatus() === 'T' ? !COMMITS.test(text) : CHANGES_NOTHING.test(text);
  }

  /** Whether a statement failed because its connection broke; what Postgres answered has a severity. */
  private isLost(error: unknown): boolean {
    const { _queryable: isOpen, _ending: isEnding } = this.internals;
    return (!isOpen || isEnding) && severityOf(error) === undefined;
  }

  private get internals(): Internals {
    return this as unknown as Internals;
  }

  private nameOf(text: string, hasValues: boolean): string | undefined {
    const known = this.names.get(text);
    if (known || this.names.size >= MAX_STATEMENTS) return known;
    if (!hasValues && !PLANNED.test(text)) return undefined;
    const name = `s${this.names.size}`;
    this.names.set(text, name);
    return name;
  }
}

function severityOf(error: unknown): unknown {
  return (error as { severity?: unknown }).severity;
}
