/** The effect of a statement on the transaction of its connection. */
export type Statement =
  | { kind: 'begin' }
  | { kind: 'commit' }
  | { kind: 'rollback' }
  /** The tables that it writes, without their schema; empty for a read. */
  | { kind: 'work'; tables: readonly string[] };

/** Tables are always written with their schema, which distinguishes `UPDATE x.y` from `FOR UPDATE OF y`. */
const WRITTEN = /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+"?[a-z_]+"?\."?([a-z_]+)"?/gi;

/** Parses one statement. */
export function readStatement(text: string): Statement {
  if (/^\s*(BEGIN|START\s+TRANSACTION)\b/i.test(text)) return { kind: 'begin' };
  if (/^\s*(COMMIT|END)\b/i.test(text)) return { kind: 'commit' };
  if (/^\s*ROLLBACK\s*(;|$)/i.test(text)) return { kind: 'rollback' };
  return { kind: 'work', tables: [...new Set([...text.matchAll(WRITTEN)].map(([, table]) => table!))] };
}
