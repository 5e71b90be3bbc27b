import type { RequestContext } from '@chat/contracts';
import { actionOf, keptOf, type AuditActor, type AuditRecord } from '@chat/contracts/audit';
import type { Operation } from '@chat/contracts';
import type { Cause } from '@chat/telemetry';

/** What a use case states about its change; the request determines the rest of the entry. */
export interface AuditedChange {
  /** The record, as in `contacts/17`. */
  target: string;
  /** The account whose log gets the entry, if it is not the one of the request, as for the admin tool. */
  accountId?: number;
  /** The record as clients see it, before and after; absent if there was none, or its members do not matter. */
  before?: object;
  after?: object;
}

/** Copies of the context (`{ ...context, deadline }`) share it, and JSON does not contain it. */
const AUDIT = Symbol('audit');

interface Audit {
  readonly operation: Operation;
  /** Whether the request has recorded its change, or said that it changed nothing. */
  isDecided: boolean;
}

type Audited = { [AUDIT]?: Audit };

/** Returns the context such that what its request records counts for the audit log. */
export function beginAudit(context: RequestContext, operation: Operation): RequestContext {
  const audit: Audit = { operation, isDecided: false };
  return { ...context, [AUDIT]: audit } as RequestContext;
}

/** Whether the request should have recorded its change, and has not. */
export function lacksRecord(context: RequestContext): boolean {
  return (context as Audited)[AUDIT]?.isDecided === false;
}

/** Notes that the change of the request is recorded: its transaction has committed. */
export function noteRecord(cause: Cause | null): void {
  const audit = (cause as Audited | null)?.[AUDIT];
  if (audit) audit.isDecided = true;
}

/**
 * Returns the entry about a change that a request makes; null if nothing changed, or the request is none that is audited.
 */
export function entryOf(
  cause: Cause | null,
  { target, accountId, before, after }: AuditedChange,
): { accountId: number; record: AuditRecord } | null {
  const audit = (cause as Audited | null)?.[AUDIT];
  if (!audit) return null;
  const context = cause as RequestContext;
  const kept = keptOf(target.split('/')[0]!, before ?? null, after ?? null);
  if (before && after && kept.changed.length === 0) return null;
  const owner = accountId ?? context.account.id;
  return {
    accountId: owner,
    record: {
      action: actionOf(audit.operation),
      actor: actorOf(context, owner),
      target,
      address: context.address ?? null,
      request_id: context.requestId,
      ...kept,
    },
  };
}

/** Returns who makes a request. A credential of the system is the admin tool: nobody else calls what is audited. */
function actorOf({ account, credential }: RequestContext, owner: number): AuditActor {
  switch (credential.type) {
    case 'session': {
      const type = account.id === owner ? 'person' : 'operator';
      return { type, id: String(credential.person?.id ?? credential.id) };
    }
    case 'bearer':
      return { type: 'app', id: credential.app?.id ?? credential.id };
    case 'api_key':
      return { type: 'api_key', id: credential.id };
    case 'system':
      return { type: 'admin_tool', id: credential.operator ?? null };
  }
}

/** Says that a request which would be audited changes nothing: it asks for what is already so. */
export const changesNothing: (context: RequestContext) => void = noteRecord;
