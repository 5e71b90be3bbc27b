import { AnyObject, ListOf, Nested, Nullable, OneOf, Verbatim } from '..';

/** Who does something. An operator is a person of another account; `nobody` is whoever failed to sign in. */
export const actorTypes = ['person', 'api_key', 'app', 'operator', 'admin_tool', 'nobody'] as const;

export type ActorType = (typeof actorTypes)[number];

export class AuditActor {
  @OneOf(actorTypes) type!: ActorType;
  /** The id of the person, or the client id of the key or app. */
  @Nullable() @Verbatim({ max: 100 }) id!: string | null;
}

/** An entry of the audit log, as the service that made the change reports it. */
export class AuditRecord {
  /** What was done, as in `api-key.rotate`. */
  @Verbatim({ max: 100 }) action!: string;
  @Nested(() => AuditActor) actor!: AuditActor;
  /** The record that was changed, as in `contacts/17`. */
  @Verbatim({ max: 200 }) target!: string;
  /** From where the client called. */
  @Nullable() @Verbatim({ max: 100 }) address!: string | null;
  @Nullable() @Verbatim({ max: 100 }) request_id!: string | null;
  /** The names of the members that changed, also of those whose values are not kept. */
  @ListOf(Verbatim({ max: 100 })) changed!: string[];
  @Nullable() @AnyObject() before!: object | null;
  @Nullable() @AnyObject() after!: object | null;
}
