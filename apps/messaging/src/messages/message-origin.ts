import { traceIdOf, type Cause } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';

/** Where a message came from, as stored for operators. */
export interface MessageOrigin {
  trace_id?: string;
  /** Of the request that sent it; inbound messages have none. */
  request_id?: string;
  credential_type?: string;
  credential_id?: string;
}

/** The origin of a message that a request sends. */
export function originOfRequest(context: RequestContext): MessageOrigin {
  const { requestId, credential } = context;
  return {
    ...originOfCause(context),
    request_id: requestId,
    credential_type: credential.type,
    credential_id: credential.id,
  };
}

/** The origin of a message that arrives. */
export function originOfCause(cause: Cause): MessageOrigin {
  const traceId = traceIdOf(cause);
  return traceId === undefined ? {} : { trace_id: traceId };
}
