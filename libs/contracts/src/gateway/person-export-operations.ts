import { Empty, operation } from '..';
import { ErasePerson } from '../crm';

/** Its entry in the audit log is left by crm, as that of the admin tool is. */
export const exportOwnPerson = operation({
  http: 'POST /console/api/person-exports',
  summary: 'Export everything about a person who writes to the account',
  role: 'admin',
  stepUp: true,
  subject: 'rpc.gateway.own-person.export',
  effect: 'read',
  stream: 'file',
  body: ErasePerson,
  output: Empty,
});
