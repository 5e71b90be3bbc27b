import { z } from 'zod';
import { GraphError } from './graph-error';

/** What Postgres cannot store. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const MAX_DEPTH = 32;

/** @throws GraphError 100 for texts that cannot be stored, and for bodies that are nested too deep. */
export function refuseUnstorable(value: unknown, depth = MAX_DEPTH): void {
  if (typeof value === 'string' && UNSTORABLE.test(value)) {
    throw new GraphError(100, { details: 'Texts must not contain NUL characters or lone surrogates.' });
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) throw new GraphError(100, { details: 'The request is nested too deep.' });
  for (const [name, member] of Object.entries(value)) {
    refuseUnstorable(name, depth);
    refuseUnstorable(member, depth - 1);
  }
}

/**
 * Validates the parameters of a call.
 * @throws GraphError 131008 for a missing parameter, 131009 for an invalid value, 100 for an unknown name. Outside of
 * messaging, always 100.
 */
export function readParams<T>(
  schema: z.ZodType<T>,
  params: unknown,
  { isMessaging = false }: { isMessaging?: boolean } = {},
): T {
  const result = schema.safeParse(params ?? {});
  if (result.success) return result.data;
  throw toGraphError(result.error.issues[0]!, params, isMessaging);
}

function toGraphError(found: z.core.$ZodIssue, params: unknown, isMessaging: boolean): GraphError {
  const issue = innermost(found);
  const name = issue.path.map(String).join('.') || 'body';
  if (issue.code === 'unrecognized_keys') {
    return invalid(`Unexpected key "${issue.keys[0]}" on param "${name}".`);
  }
  if (isMissing(issue, params)) {
    if (!isMessaging) return invalid(`The parameter ${name} is required.`);
    return new GraphError(131008, { details: `The parameter ${name} is required.` });
  }
  const sentence = `Param ${name} is invalid: ${issue.message}.`;
  return isMessaging ? new GraphError(131009, { details: sentence }) : invalid(sentence);
}

function invalid(sentence: string): GraphError {
  return new GraphError(100, { message: `(#100) ${sentence}`, details: sentence });
}

/** For a value that matches no variant, returns the issue of the first variant. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const first = issue.code === 'invalid_union' ? issue.errors[0]?.[0] : undefined;
  return first ? innermost({ ...first, path: [...issue.path, ...first.path] }) : issue;
}

function isMissing(issue: z.core.$ZodIssue, params: unknown): boolean {
  if (issue.code === 'custom') return issue.params?.['isMissing'] === true;
  const value = issue.path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    params,
  );
  return value === undefined;
}

/** Selects the members requested with `fields`, and always the id. */
export function selectFields<T extends object>(record: T, fields: unknown): Partial<T> {
  if (typeof fields !== 'string' || fields.trim() === '') return record;
  const wanted = new Set(['id', ...fields.split(',').map((field) => field.trim())]);
  return Object.fromEntries(Object.entries(record).filter(([name]) => wanted.has(name))) as Partial<T>;
}
