import { eventType } from '..';
import { LimitReachedData } from '../limits';
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

/** What arrives for an account is kept beyond its limits, so this is how it learns of them. */
export const accountLimitReached = eventType({
  type: 'account.limit_reached',
  summary: 'The account keeps 80 or 100 % of what it may keep of one kind',
  subject: 'evt.gateway.account.limit-reached',
  data: LimitReachedData,
  example: { limit: 'contacts', used: 800_000, max: 1_000_000 },
  webhook: true,
});
