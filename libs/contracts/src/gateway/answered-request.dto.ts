import { Id, Int, ListOf, Moment, Nullable, Optional, PageQuery, Timestamp, Verbatim, Word } from '..';

/** A request of the account and its answer, without anything that was sent. */
export class AnsweredRequest {
  @Id() id!: number;
  @Timestamp() at!: string;
  /** As the answer says in `meta.request_id`. */
  @Verbatim() request_id!: string;
  @Verbatim() method!: string;
  /** As in `/v1/contacts/{id}`. */
  @Verbatim() route!: string;
  @Int() status!: number;
  /** The code of the error. */
  @Nullable() @Verbatim() error!: string | null;
  /** The members at fault, as the operation declares them. */
  @ListOf(Verbatim()) faults!: string[];
  @Verbatim() credential_type!: string;
  /** The client id of the key or app, or `user:` and the id of the person. */
  @Verbatim() credential!: string;
  @Verbatim() address!: string;
  @Int({ min: 0 }) ms!: number;
}

export class RequestsQuery extends PageQuery {
  @Optional() @Verbatim({ max: 100 }) request_id?: string;
  /** As in 422 or 4xx. */
  @Optional() @Word({ max: 3 }) status?: string;
  @Optional() @Verbatim({ max: 200 }) route?: string;
  @Optional() @Verbatim({ max: 100 }) credential?: string;
  @Optional() @Moment() since?: string;
  @Optional() @Moment() until?: string;
}

export class AnsweredRequestList {
  @ListOf(() => AnsweredRequest) requests!: AnsweredRequest[];
}
