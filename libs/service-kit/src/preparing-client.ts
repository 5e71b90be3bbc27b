import type { Socket } from 'node:net';
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

/**
 * A client that prepares each statement on first use, so that Postgres parses and plans it once per connection. For a
 * send this saves a third of Postgres' work. It closes the connection to a
 * server that no longer responds.
 */
export class PreparingClient extends Client {
  private readonly names = new Map<string, string>();
  private readonly silence: SilenceWatch;

  constructor(config: PreparingClientConfig) {
    super(config);
    const { silenceMs = 0 } = config;
    // pg has this member, but its types do not.
    const isBusy = () => !(this as unknown as { readyForQuery: boolean }).readyForQuery;
    this.silence = new SilenceWatch(silenceMs, isBusy);
    this.once('connect', () => this.silence.watch(this.connection.stream as Socket));
    // A connection that breaks while it passes between the pool and a query runner has no other listener, and an error
    // without a listener ends the process. Its next query fails anyway.
    this.on('error', () => undefined);
  }

  /** A single implementation of all overloads. */
  override query(...args: unknown[]): never {
    const ask = super.query.bind(this) as (...args: unknown[]) => never;
    const [text, values, ...rest] = args;
    if (typeof text === 'string') this.silence.note(text);
    const hasValues = Array.isArray(values);
    const name = typeof text === 'string' ? this.nameOf(text, hasValues) : undefined;
    if (!name) return ask(...args);
    return hasValues ? ask({ name, text, values }, ...rest) : ask({ name, text }, ...args.slice(1));
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
