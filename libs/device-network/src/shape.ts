/** Tells whether a value is what a member of a message must be. */
export type Check<T> = (value: unknown) => value is T;

type Members = Record<string, Check<unknown>>;

/** The members of every message of one direction, by message type. */
export type Shapes = Record<string, Members>;

type MessageOf<Type, M extends Members> = { type: Type } & {
  [Name in keyof M]: M[Name] extends Check<infer T> ? T : never;
};

/** The discriminated union that the shapes describe. */
export type UnionOf<S extends Shapes> = { [Type in keyof S]: MessageOf<Type, S[Type]> }[keyof S];

/** Text that Postgres can hold: no NUL characters, no lone surrogates. */
export const text: Check<string> = (value): value is string =>
  typeof value === 'string' && !/[\0\p{Surrogate}]/u.test(value);

/** A phone number with its country code. */
export const digits: Check<string> = (value): value is string =>
  typeof value === 'string' && /^[0-9]{1,15}$/.test(value);

/** A whole number that is not negative and exact. */
export const whole: Check<number> = (value): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** One of these words. */
export function oneOf<const V extends readonly string[]>(values: V): Check<V[number]> {
  return (value): value is V[number] => values.some((allowed) => allowed === value);
}

/** A list of what the check holds for. */
export function listOf<T>(check: Check<T>): Check<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(check);
}

/** What the check holds for, or null. */
export function nullable<T>(check: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || check(value);
}
