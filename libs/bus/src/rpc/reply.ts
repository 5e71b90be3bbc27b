import type { Pagination } from '@chat/contracts';

/** JSON built by Postgres, which is passed on to the client without being parsed. */
export class RawJson {
  constructor(readonly json: string) {}
}

export interface ReplyMeta {
  status?: 200 | 201 | 202;
  pagination?: Pagination | null;
  /** True if it repeats the answer to an earlier request with the same Idempotency-Key. */
  isReplay?: boolean;
}

/** An answer with more than a body: a status other than the operation's, or the pagination of a list. */
export class Reply<T extends object> {
  constructor(
    readonly body: T | RawJson,
    readonly meta: ReplyMeta,
  ) {}
}
