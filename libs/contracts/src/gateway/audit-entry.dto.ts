import {
  AnyObject,
  Id,
  ListOf,
  Moment,
  Nested,
  Nullable,
  OneOf,
  Optional,
  PageQuery,
  Timestamp,
  Verbatim,
} from '..';
import { actorTypes, AuditActor, type ActorType } from '../audit/audit.dto';

export class NamedActor extends AuditActor {
  /** As it is called now. Null for whoever has no name. */
  @Nullable() @Verbatim() name!: string | null;
}

/** Who did what to which record. */
export class AuditEntry {
  @Id() id!: number;
  @Timestamp() at!: string;
  /** As in `api-key.rotate`. */
  @Verbatim() action!: string;
  @Nested(() => NamedActor) actor!: NamedActor;
  /** As in `api-keys/ck_1`. */
  @Verbatim() target!: string;
  @Nullable() @Verbatim() address!: string | null;
  @Nullable() @Verbatim() request_id!: string | null;
  /** The names of the members that changed, also of those whose values are not kept. */
  @ListOf(Verbatim()) changed!: string[];
  @Nullable() @AnyObject() before!: object | null;
  @Nullable() @AnyObject() after!: object | null;
}

export class AuditQuery extends PageQuery {
  @Optional() @OneOf(actorTypes) actor_type?: ActorType;
  /** The id of a person, or the client id of a key or app. */
  @Optional() @Verbatim({ max: 100 }) actor_id?: string;
  @Optional() @Verbatim({ max: 100 }) action?: string;
  /** A record, as in `contacts/17`, or all of a kind, as in `contacts`. */
  @Optional() @Verbatim({ max: 200 }) target?: string;
  @Optional() @Moment() since?: string;
  @Optional() @Moment() until?: string;
}

export class AuditList {
  @ListOf(() => AuditEntry) entries!: AuditEntry[];
}
