import { eventType } from '..';
import { AccountSuspensionData } from './account.dto';
import { GrantEndedData } from './grant.dto';

/** An account was suspended, or resumes. Its entity version counts these changes. */
export const accountSuspensionChanged = eventType({
  type: 'account.suspension_changed',
  subject: 'evt.gateway.account.suspension-changed',
  data: AccountSuspensionData,
  webhook: false,
});

/**
 * A grant has ended for good: it was withdrawn, its app deleted, or its person disabled or given another password.
 * Expired tokens and the end of a token family do not end a grant. What the app made in the account ends with it.
 */
export const grantEnded = eventType({
  type: 'grant.ended',
  subject: 'evt.gateway.grant.ended',
  data: GrantEndedData,
  webhook: false,
});
