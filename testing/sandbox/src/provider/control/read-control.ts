import type { z } from 'zod';
import { Refusal } from '../../refusal';

/** What Postgres cannot store. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const MAX_DEPTH = 16;

/**
 * Parses the body of a call of the control API. Members that are null count as absent.
 * @throws Refusal 422 with a sentence that names the member.
 */
export function readControl<T>(schema: z.ZodType<T>, given: unknown): T {
  requireStorable(given, MAX_DEPTH);
  const result = schema.safeParse(withoutNulls(given ?? {}));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = issue?.path.map(String).join('.') || 'body';
  throw new Refusal(422, `${name}: ${issue?.message ?? 'is not valid'}.`);
}

function withoutNulls(given: unknown): unknown {
  if (typeof given !== 'object' || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given as object).filter(([, member]) => member !== null));
}

function requireStorable(value: unknown, depth: number): void {
  if (typeof value === 'string' && UNSTORABLE.test(value)) {
    throw new Refusal(422, 'Remove NUL characters and lone surrogates from the texts.');
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) throw new Refusal(422, 'The body is nested too deep.');
  for (const [name, member] of Object.entries(value)) {
    requireStorable(name, depth);
    requireStorable(member, depth - 1);
  }
}
