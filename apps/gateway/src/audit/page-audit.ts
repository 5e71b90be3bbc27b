import type { FastifyRequest } from 'fastify';
import type { Occurrence, Transaction } from '@chat/bus';
import type { EventType } from '@chat/contracts';
import { auditRecorded, keptOf, type AuditActor, type AuditRecord } from '@chat/contracts/audit';
import type { ClientAddress } from '@chat/http-edge';

/** Who is at a hosted page: nobody is signed in there yet, and no operation is called. */
export interface PageVisitor {
  readonly client: ClientAddress;
  readonly requestId: string;
}

export function visitorOf(
  admission: { addressOf(request: FastifyRequest): ClientAddress },
  request: FastifyRequest,
): PageVisitor {
  return { client: admission.addressOf(request), requestId: request.id };
}

/** What a person does on a hosted page. */
export interface PageChange {
  readonly accountId: number;
  readonly userId: number;
  /** As in `session.begin`. */
  readonly action: string;
  /** The record; the person if absent. */
  readonly target?: string;
  readonly after?: object;
  /** Whether it is not certain that it was this person; false if absent. */
  readonly isUnproven?: boolean;
}

const recorded = auditRecorded('gateway');

/** Adds an entry to the audit log if and only if the transaction commits. */
export function recordOfPage(tx: Transaction, change: PageChange, visitor: PageVisitor): void {
  const { type, occurrence } = pageRecord(change, visitor);
  tx.emit(type, occurrence);
}

/** Returns the entry as an event. */
export function pageRecord(
  change: PageChange,
  { client, requestId }: PageVisitor,
): { type: EventType<AuditRecord>; occurrence: Occurrence<AuditRecord> } {
  const { accountId, userId, action, target = `users/${userId}`, after = null, isUnproven = false } = change;
  const actor: AuditActor = isUnproven
    ? { type: 'nobody', id: null }
    : { type: 'person', id: String(userId) };
  const data = {
    action,
    actor,
    target,
    address: client.text,
    request_id: requestId,
    ...keptOf(target.split('/')[0]!, null, after),
  };
  const entity = { entity: `audit/${requestId}`, entityVersion: 1, channelId: null };
  return { type: recorded, occurrence: { accountId, ...entity, data } };
}
