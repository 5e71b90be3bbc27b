import { headers, type MsgHdrs } from 'nats';
import type { Pagination, RequestContext } from '@chat/contracts';

/** How a request and its reply look on NATS: JSON bodies, everything else in headers. */
const CONTEXT = 'Chat-Context';
const STATUS = 'Status';
const PAGINATION = 'Pagination';
const REPLAYED = 'Replayed';

/** The headers of a request. */
export function contextHeaders(context: RequestContext): MsgHdrs {
  const result = headers();
  result.set(CONTEXT, JSON.stringify(context));
  return result;
}

/** The context of a request, or null when it carries none that can be read. */
export function readContext(from: MsgHdrs | undefined): RequestContext | null {
  try {
    const context = JSON.parse(from?.get(CONTEXT) ?? '') as RequestContext;
    if (!Number.isFinite(context.deadline) || !Number.isFinite(context.account.id)) return null;
    // A caller of an older version knows nothing of it.
    return { ...context, idempotencyKey: context.idempotencyKey ?? null };
  } catch {
    return null;
  }
}

/** The headers of a reply; without a pagination for all but pages of a list. */
export function replyHeaders(
  status: number,
  { pagination, isReplay }: { pagination?: Pagination | null; isReplay?: boolean } = {},
): MsgHdrs {
  const result = headers();
  result.set(STATUS, String(status));
  if (pagination) result.set(PAGINATION, JSON.stringify(pagination));
  if (isReplay) result.set(REPLAYED, 'true');
  return result;
}

/** The status of a reply; 500 when it carries none. */
export function readStatus(from: MsgHdrs | undefined): number {
  return Number(from?.get(STATUS) ?? 500);
}

/** The pagination as JSON, or null when the reply is no page of a list. */
export function readPagination(from: MsgHdrs | undefined): string | null {
  return from?.get(PAGINATION) || null;
}

/** Whether the reply repeats an earlier one. */
export function readIsReplay(from: MsgHdrs | undefined): boolean {
  return from?.get(REPLAYED) === 'true';
}
