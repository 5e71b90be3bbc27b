import { Client } from 'pg';
import { isAwaited, reach } from './reach';
import { readStatement, type Statement } from './statement.rules';

type Query = (this: object, ...args: unknown[]) => unknown;

const MAX_TEXTS = 2_000;

/** The tables written by the open transaction of each connection; absent outside of one. */
const written = new WeakMap<object, Set<string>>();
const statements = new Map<string, Statement>();

/** Creates failpoints for every commit: of transactions, and of statements that write outside of one. */
export function hookPostgres(): void {
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function hooked(...args) {
    const tables = tablesCommitted(this, textOf(args[0]));
    if (tables.length === 0 || !isAwaited('commit')) return query.apply(this, args);
    reach('before', 'commit', tables);
    return afterSuccess(query, this, args, () => reach('after', 'commit', tables));
  };
}

/** Returns the tables that the query commits; empty when it commits nothing. */
function tablesCommitted(client: object, text: string): readonly string[] {
  const statement = read(text);
  const open = written.get(client);
  switch (statement.kind) {
    case 'begin':
      written.set(client, new Set());
      return [];
    case 'commit':
      written.delete(client);
      return named([...(open ?? [])]);
    case 'rollback':
      written.delete(client);
      return [];
    case 'work':
      if (!open) return named(statement.tables);
      for (const table of statement.tables) open.add(table);
      return [];
  }
}

/** Names a commit by each of its tables, and by all of them, as in `inbox+messages+outbox`. */
function named(tables: readonly string[]): readonly string[] {
  return tables.length < 2 ? tables : [...tables, tables.toSorted().join('+')];
}

function read(text: string): Statement {
  const known = statements.get(text);
  if (known) return known;
  const statement = readStatement(text);
  if (statements.size < MAX_TEXTS) statements.set(text, statement);
  return statement;
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const { text } = (query ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

/** Runs when Postgres has answered, but before the caller knows it. */
function afterSuccess(query: Query, client: object, args: unknown[], then: () => void): unknown {
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const answer = (error: unknown, ...rest: unknown[]): void => {
      if (!error) then();
      (callback as (...values: unknown[]) => void)(error, ...rest);
    };
    return query.apply(client, [...args.slice(0, -1), answer]);
  }
  const result = query.apply(client, args);
  if (!(result instanceof Promise)) return result;
  return result.then((value: unknown) => {
    then();
    return value;
  });
}
