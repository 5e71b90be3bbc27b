/** A type guard for one member of a message. */
export type Check<T> = (value: unknown) => value is T;

type Members = Record<string, Check<unknown>>;

/** The members of every message of one direction, by message type. */
export type Shapes = Record<string, Members>;

type Checked<C> = C extends Check<infer T> ? T : never;
type OptionalNames<M extends Members> = {
  [Name in keyof M]: undefined extends Checked<M[Name]> ? Name : never;
}[keyof M];

type MembersOf<M extends Members> = {
  [Name in Exclude<keyof M, OptionalNames<M>>]: Checked<M[Name]>;
} & { [Name in OptionalNames<M>]?: Checked<M[Name]> };
type MessageOf<Type, M extends Members> = { type: Type } & MembersOf<M>;

/** The discriminated union that the shapes describe. */
export type UnionOf<S extends Shapes> = { [Type in keyof S]: MessageOf<Type, S[Type]> }[keyof S];

/** Text that Postgres can hold: no NUL characters, no lone surrogates. */
export const text: Check<string> = (value): value is string =>
  typeof value === 'string' && !/[\0\p{Surrogate}]/u.test(value);

/** A phone number with its country code. */
export const digits: Check<string> = (value): value is string =>
  typeof value === 'string' && /^[0-9]{1,15}$/.test(value);

/** The id by which a person who hides the number is known; it does not contain the number. */
export const userId: Check<string> = (value): value is string =>
  typeof value === 'string' && /^[0-9]{1,20}@lid$/.test(value);

/** A person: by number or by user id. */
export const personAddress: Check<string> = (value): value is string => digits(value) || userId(value);

/** A non-negative safe integer. */
export const whole: Check<number> = (value): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** A time in ms since 1970, by a clock that may be wrong by any amount. */
export const moment: Check<number> = (value): value is number => Number.isSafeInteger(value);

/** A finite number. */
export const finite: Check<number> = (value): value is number => Number.isFinite(value);

/** A boolean. */
export const flag: Check<boolean> = (value): value is boolean => typeof value === 'boolean';

/** Only true: a member that is otherwise absent. */
export const truth: Check<true> = (value): value is true => value === true;

/** Accepts one of these strings. */
export function oneOf<const V extends readonly string[]>(values: V): Check<V[number]> {
  return (value): value is V[number] => values.some((allowed) => allowed === value);
}

/** Accepts an array whose elements all pass the check. */
export function listOf<T>(check: Check<T>): Check<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(check);
}

/** Accepts an object whose listed members pass their checks; it may have others. */
export function hasShape<M extends Members>(members: M): Check<MembersOf<M>> {
  return (value): value is MembersOf<M> =>
    anyObject(value) &&
    Object.entries(members).every(([name, check]) =>
      check(Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined),
    );
}

/** An object of any shape. */
export const anyObject: Check<object> = (value): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object that Postgres can hold. */
export const storable: Check<object> = (value): value is object =>
  anyObject(value) && !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value).replaceAll('\\\\', ''));

/** Accepts a value that passes the check, or an absent member. */
export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value): value is T | undefined => value === undefined || check(value);
}

/** Accepts a value that passes the check, or null. */
export function nullable<T>(check: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || check(value);
}
