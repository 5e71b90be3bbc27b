import { traceIdOf, type Cause } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { MessageAuthor } from '@chat/contracts/messaging';

/** Where a message came from, as stored for operators. */
export interface MessageOrigin {
  trace_id?: string;
  /** Of the request that sent it; inbound messages have none. */
  request_id?: string;
  credential_type?: string;
  credential_id?: string;
  /** Who sent it, as clients see it. */
  author?: MessageAuthor | null;
}

/** The origin of a message that a request sends. */
export function originOfRequest(context: RequestContext): MessageOrigin {
  const { requestId, credential } = context;
  return {
    ...originOfCause(context),
    request_id: requestId,
    credential_type: credential.type,
    credential_id: credential.id,
    author: authorOf(credential),
  };
}

/** The origin of a message that arrives. */
export function originOfCause(cause: Cause): MessageOrigin {
  const traceId = traceIdOf(cause);
  return traceId === undefined ? {} : { trace_id: traceId };
}

/** Who sends with a credential; null for the system itself. */
function authorOf({ type, id, app, person }: RequestContext['credential']): MessageAuthor | null {
  switch (type) {
    case 'api_key':
      return { type, id, name: null };
    case 'bearer':
      return { type: 'oauth_app', id: app?.id ?? null, name: app?.name ?? null };
    case 'session':
      return { type: 'user', id: person ? String(person.id) : null, name: person?.name ?? null };
    case 'system':
      return null;
  }
}
