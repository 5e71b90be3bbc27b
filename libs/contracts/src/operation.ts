import type { ErrorCode } from '@chat/errors';
import type { FeatureFlag } from './flags';
import type { Dto } from './member';
import type { ReviewOperation } from './review';
import type { RequiredScope } from './scopes';
import { FETCH_TIMEOUT_MS, type UploadClass } from './upload';

/**
 * What a request may do, which decides what silence means: a `read` or a `write` that nobody answered can be told
 * apart from a `send`, whose outcome the outside world knows.
 */
export type Effect = 'read' | 'write' | 'send';

/** How long callers wait for an operation that names no `timeoutMs`. */
export const DEFAULT_TIMEOUT_MS = 10_000;

type Nothing = undefined;
type Part = object | Nothing;
type DtoOf<T extends Part> = T extends object ? Dto<T> : Nothing;

/**
 * One operation, written once. Routes, handlers, callers, the scope matrix and the documentation are derived from it.
 */
export interface Operation<
  P extends Part = Part,
  Q extends Part = Part,
  B extends Part = Part,
  O extends object = object,
> {
  /** `rpc.<service>.<resource>.<verb>` */
  readonly subject: `rpc.${string}.${string}.${string}`;
  readonly effect: Effect;
  /** The public route, as in `POST /v1/contacts`. Operations without one are for services and the admin tool. */
  readonly http?: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`;
  /** What it does, in a few words: the heading in the documentation. Every public operation has one. */
  readonly summary?: string;
  /** What a caller must know beyond that, in plain English (Markdown). */
  readonly description?: string;
  /** Bodies for the documentation, by what they do; one made of the examples of the members if absent. */
  readonly examples?: Readonly<Record<string, object>>;
  readonly scope?: RequiredScope;
  /** The scope must stand in the credential's list; a credential without a list is denied. */
  readonly explicitScope?: true;
  /** Each must be on, else the operation answers `feature_disabled`. */
  readonly flags?: readonly FeatureFlag[];
  /**
   * Whether the header `Idempotency-Key` is demanded or merely honoured. It travels as `idempotencyKey` of the context;
   * an operation that does not say so never sees one.
   */
  readonly idempotency?: 'required' | 'optional';
  /** The body members that may come as files (each an `UploadedFile`), and the limit of each. */
  readonly upload?: Readonly<Record<string, UploadClass>>;
  /** The body members that are URLs of files, which the service fetches: the caller waits `FETCH_TIMEOUT_MS` longer. */
  readonly fetches?: readonly string[];
  /**
   * Asked where the input breaks the contract: the service has rules beyond it, and one answer lists everything that is
   * wrong.
   */
  readonly review?: ReviewOperation;
  /** The service answers a `StoredMedia`, and the client gets the bytes that it names. */
  readonly download?: true;
  readonly params?: DtoOf<P>;
  readonly query?: DtoOf<Q>;
  readonly body?: DtoOf<B>;
  readonly output: Dto<O>;
  /** Status of a success, 200 if absent. */
  readonly status?: 200 | 201 | 202;
  /** Status of a success that did something else than `status` says. */
  readonly otherStatus?: 200 | 202;
  /** The codes that this operation adds to those any operation may answer. */
  readonly errors?: readonly ErrorCode[];
  /** How long the caller waits; `DEFAULT_TIMEOUT_MS` if absent. */
  readonly timeoutMs?: number;
  /**
   * The one replica that owns a record answers: the value of this body member is appended to the subject. While
   * nobody owns the record, `claim` (same service) asks any replica to take it, with that member as its body.
   */
  readonly owner?: { readonly member: string; readonly claim: `rpc.${string}.${string}.${string}` };
}

/** Declares an operation and keeps the types of its parts. */
export function operation<
  P extends Part = Nothing,
  Q extends Part = Nothing,
  B extends Part = Nothing,
  O extends object = object,
>(definition: Operation<P, Q, B, O>): Operation<P, Q, B, O> {
  return Object.freeze(definition);
}

/** How long the caller of an operation waits for the answer to this body, in milliseconds. */
export function waitMsOf(
  { timeoutMs = DEFAULT_TIMEOUT_MS, fetches = [] }: Pick<Operation, 'timeoutMs' | 'fetches'>,
  body: object = {},
): number {
  return timeoutMs + (fetches.some((name) => name in body) ? FETCH_TIMEOUT_MS : 0);
}

type Member<K extends string, T> = T extends object ? { [key in K]: T } : unknown;

/** What a handler receives and a caller passes: the parts that the operation declares. */
export type InputOf<Op> =
  Op extends Operation<infer P, infer Q, infer B, object>
    ? Member<'params', P> & Member<'query', Q> & Member<'body', B>
    : never;

/** What the operation answers. */
export type OutputOf<Op> = Op extends { readonly output: Dto<infer O> } ? O : never;
