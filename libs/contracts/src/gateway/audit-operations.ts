import { operation, TextFile } from '..';
import { AuditList, AuditQuery } from './audit-entry.dto';

export const listAudit = operation({
  http: 'GET /console/api/audit',
  summary: 'See who did what',
  role: 'admin',
  subject: 'rpc.gateway.audit.list',
  effect: 'read',
  query: AuditQuery,
  output: AuditList,
});

/** A page of the list as a file, longer than those of lists. */
export const exportAudit = operation({
  http: 'GET /console/api/audit/export',
  summary: 'Save who did what as a table',
  role: 'admin',
  subject: 'rpc.gateway.audit.export',
  effect: 'read',
  audited: true,
  file: 'text/csv',
  query: AuditQuery,
  output: TextFile,
  timeoutMs: 30_000,
});
