import type { ErrorCode } from '@chat/errors';
import type { FeatureFlag } from './flags';
import type { McpTool } from './mcp-tool';
import type { Dto } from './member';
import type { Role } from './roles';
import type { ReviewOperation } from './review';
import type { RequiredScope } from './scopes';
import { FETCH_TIMEOUT_MS, type UploadClass } from './upload';

/**
 * What a request may change, which determines the error when no answer arrives: a `read` changes nothing, a `write` may
 * have taken effect, which reading the record shows, and the outcome of a `send` is known only to the outside world.
 */
export type Effect = 'read' | 'write' | 'send';

/** How long a caller waits for an operation without `timeoutMs`. */
export const DEFAULT_TIMEOUT_MS = 10_000;

type Nothing = undefined;
type Part = object | Nothing;
type DtoOf<T extends Part> = T extends object ? Dto<T> : Nothing;

/**
 * An operation, declared once. Routes, handlers, callers, the scope matrix and the documentation are derived from it.
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
  /**
   * Why the audit log has no entry of it, although it changes something. Everything else by which people, programs or the
   * admin tool change something leaves one (`isAudited`).
   */
  readonly unaudited?: string;
  /** The audit log has an entry of it, although it only reads: data of people leaves the system. */
  readonly audited?: true;
  /** The public route, as in `POST /v1/contacts`. Operations without one are for services and the admin tool. */
  readonly http?: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`;
  /** A short description: the heading in the documentation. Every public operation has one. */
  readonly summary?: string;
  /** What else a caller must know, in plain English (Markdown). */
  readonly description?: string;
  /** Example bodies for the documentation, by what they do; if absent, one is made of the examples of the members. */
  readonly examples?: Readonly<Record<string, object>>;
  /** Every public operation has one, unless `anyCredential` says that it needs none. */
  readonly scope?: RequiredScope;
  /** Every credential of the account may call it, whatever its scopes. */
  readonly anyCredential?: true;
  /** The credential's list must contain the scope; a credential without a list is denied. */
  readonly explicitScope?: true;
  /**
   * Instead of a scope, for an operation that only people have: the least role that may use it. Its route is below
   * `/console/api`, and it is not documented for others.
   */
  readonly role?: Role;
  /** Beside the role: only for operators of the installation. */
  readonly operator?: true;
  /** A person must have proven who they are within the last 15 minutes. It does not concern programs. */
  readonly stepUp?: true;
  /** All of them must be on; otherwise the operation answers `feature_disabled`. */
  readonly flags?: readonly FeatureFlag[];
  /**
   * Whether the header `Idempotency-Key` is required or optional. Its value is passed as `idempotencyKey` of the
   * context; an operation without this setting never receives one.
   */
  readonly idempotency?: 'required' | 'optional';
  /** The body members that may be sent as files (each an `UploadedFile`), with the size limit of each. */
  readonly upload?: Readonly<Record<string, UploadClass>>;
  /**
   * The body members that name files for the service to fetch, or to copy: if one is present, the caller waits
   * `FETCH_TIMEOUT_MS` longer.
   */
  readonly fetches?: readonly string[];
  /** Called if the input breaks the contract: the service has further rules, and one answer lists all problems. */
  readonly review?: ReviewOperation;
  /** The service answers with a `StoredMedia`, and the client receives the bytes that it refers to. */
  readonly download?: true;
  /**
   * The gateway itself answers, and no service handles it: with server-sent events, for as long as the client reads them, or
   * with a file that it writes while the client reads it.
   */
  readonly stream?: 'events' | 'file';
  /** The service answers with a `TextFile`, and the client receives it as a file of this type. */
  readonly file?: 'text/csv';
  /** The tools of the MCP server that call it. An operation of many members may have several, each with few of them. */
  readonly mcp?: readonly McpTool[];
  readonly params?: DtoOf<P>;
  readonly query?: DtoOf<Q>;
  readonly body?: DtoOf<B>;
  /** A request without a body is complete: it means `{}`. */
  readonly bodyIsOptional?: true;
  readonly output: Dto<O>;
  /** Status of a success; 200 if absent. */
  readonly status?: 200 | 201 | 202;
  /** Status of a success whose effect differs from the one that `status` denotes. */
  readonly otherStatus?: 200 | 202;
  /** The error codes of this operation, in addition to those that any operation may answer. */
  readonly errors?: readonly ErrorCode[];
  /** How long the caller waits; `DEFAULT_TIMEOUT_MS` if absent. */
  readonly timeoutMs?: number;
  /**
   * Routes the request to the replica that owns a record: the value of this body member is appended to the subject.
   * While the record has no owner, `claim` (same service) asks any replica to claim it, with that member as its body.
   */
  readonly owner?: { readonly member: string; readonly claim: `rpc.${string}.${string}.${string}` };
  /**
   * Requests that a replica of the version before would carry out without what is new in them. They have a subject of
   * their own, to which such a replica does not subscribe (ADR 70).
   */
  readonly newer?: {
    readonly subject: `rpc.${string}.${string}.${string}`;
    readonly isMeant: (body: object) => boolean;
  };
}

/** Declares an operation and preserves the types of its parts. */
export function operation<
  P extends Part = Nothing,
  Q extends Part = Nothing,
  B extends Part = Nothing,
  O extends object = object,
>(definition: Operation<P, Q, B, O>): Operation<P, Q, B, O> {
  return Object.freeze(definition);
}

/** Returns the subject of a request with this body. */
export function subjectOf(
  { subject, newer }: Pick<Operation, 'subject' | 'newer'>,
  body: object = {},
): string {
  return newer?.isMeant(body) ? newer.subject : subject;
}

/** Returns all subjects of an operation's requests. */
export function subjectsOf({ subject, newer }: Pick<Operation, 'subject' | 'newer'>): string[] {
  return newer ? [subject, newer.subject] : [subject];
}

/** Returns how long the caller of an operation waits for the answer to this body, in milliseconds. */
export function waitMsOf(
  { timeoutMs = DEFAULT_TIMEOUT_MS, fetches = [] }: Pick<Operation, 'timeoutMs' | 'fetches'>,
  body: object = {},
): number {
  return timeoutMs + (fetches.some((name) => name in body) ? FETCH_TIMEOUT_MS : 0);
}

type Member<K extends string, T> = T extends object ? { [key in K]: T } : unknown;

/** The input that a handler receives and a caller passes: the parts that the operation declares. */
export type InputOf<Op> =
  Op extends Operation<infer P, infer Q, infer B, object>
    ? Member<'params', P> & Member<'query', Q> & Member<'body', B>
    : never;

/** The type of the operation's answer. */
export type OutputOf<Op> = Op extends { readonly output: Dto<infer O> } ? O : never;

/** Whether programs may use the operation by its route; those for people only are not documented. */
export function isPublic({ http, role }: Pick<Operation, 'http' | 'role'>): boolean {
  return http !== undefined && role === undefined;
}
