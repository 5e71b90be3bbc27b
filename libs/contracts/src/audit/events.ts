import { eventType } from '..';
import { AuditRecord } from './audit.dto';

/** Returns the event by which a service reports an entry of the audit log, which the gateway keeps. */
export function auditRecorded(service: string) {
  return eventType({
    type: `${service}.audit.recorded`,
    subject: `evt.${service}.internal.audit.recorded`,
    data: AuditRecord,
    webhook: false,
    canWait: true,
  });
}

/** Matches the events `auditRecorded` of all services. */
export const auditsRecorded = 'evt.*.internal.audit.recorded';
