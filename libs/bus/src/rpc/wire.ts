import { headers, type MsgHdrs } from 'nats';
import type { Pagination, RequestContext } from '@chat/contracts';
import type { NamedRecords } from '@chat/telemetry';

/** The format of requests and replies on NATS: bodies in JSON, everything else in headers. */
const CONTEXT = 'Chat-Context';
const STATUS = 'Status';
const PAGINATION = 'Pagination';
const REPLAYED = 'Replayed';
const NAMED = 'Named';

/** Returns the headers of a request. */
export function contextHeaders(context: RequestContext): MsgHdrs {
  const result = headers();
  result.set(CONTEXT, JSON.stringify(context));
  return result;
}

/** Returns the context of a request, or null if it has none that can be read. */
export function readContext(from: MsgHdrs | undefined): RequestContext | null {
  try {
    const context = JSON.parse(from?.get(CONTEXT) ?? '') as RequestContext;
    if (!Number.isFinite(context.deadline) || !Number.isFinite(context.account.id)) return null;
    // Absent in the requests of callers of an older version.
    return { ...context, idempotencyKey: context.idempotencyKey ?? null };
  } catch {
    return null;
  }
}

/** What the headers of a reply contain beside its status. */
interface ReplyMeta {
  /** Only a page of a list has one. */
  pagination?: Pagination | null;
  isReplay?: boolean;
  /** The records that the answer is about, for the log of the gateway, which does not parse it. */
  named?: NamedRecords | null;
}

/** Returns the headers of a reply. */
export function replyHeaders(status: number, { pagination, isReplay, named }: ReplyMeta = {}): MsgHdrs {
  const result = headers();
  result.set(STATUS, String(status));
  if (pagination) result.set(PAGINATION, JSON.stringify(pagination));
  if (isReplay) result.set(REPLAYED, 'true');
  if (named && Object.keys(named).length > 0) result.set(NAMED, JSON.stringify(named));
  return result;
}

/** Returns the status of a reply; 500 if it has none. */
export function readStatus(from: MsgHdrs | undefined): number {
  return Number(from?.get(STATUS) ?? 500);
}

/** Returns the pagination as JSON, or null if the reply is not a page of a list. */
export function readPagination(from: MsgHdrs | undefined): string | null {
  return from?.get(PAGINATION) || null;
}

/** Returns whether the reply repeats an earlier one. */
export function readIsReplay(from: MsgHdrs | undefined): boolean {
  return from?.get(REPLAYED) === 'true';
}

/** Returns the records that the reply is about; a service of an older version names none. */
export function readNamed(from: MsgHdrs | undefined): NamedRecords | undefined {
  const named = from?.get(NAMED);
  return named ? (JSON.parse(named) as NamedRecords) : undefined;
}
