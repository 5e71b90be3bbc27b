import type { Pagination } from '@chat/contracts';

/** JSON that Postgres built: it goes to the client as it is, parsed by nobody on the way. */
export class RawJson {
  constructor(readonly json: string) {}
}

export interface ReplyMeta {
  status?: 200 | 201 | 202;
  pagination?: Pagination | null;
  /** It repeats what an earlier request with the same Idempotency-Key was answered. */
  isReplay?: boolean;
}

/** An answer that says more than its body: another status than the operation's, or the pagination of a list. */
export class Reply<T extends object> {
  constructor(
    readonly body: T | RawJson,
    readonly meta: ReplyMeta,
  ) {}
}
