import type { Operation } from '..';
import { adminCalls } from './admin-calls';

const ofAdminTool: ReadonlySet<string> = new Set(adminCalls.map(({ subject }) => subject));

/** Whether the admin tool may call it. */
export function isCalledByAdminTool({ subject }: Operation): boolean {
  return ofAdminTool.has(subject);
}

/** Whether people, programs or the admin tool may call it. Other operations are parts of these. */
export function isCalledFromOutside({ http, subject }: Operation): boolean {
  return http !== undefined || ofAdminTool.has(subject);
}

/**
 * Whether each success of the operation leaves an entry in the audit log: everything that changes something for
 * somebody outside, unless it says why not, and reads that say so.
 */
export function isAudited(operation: Operation): boolean {
  if (operation.effect === 'read') return operation.audited === true;
  return isCalledFromOutside(operation) && operation.unaudited === undefined;
}
