import type { CallingPerson, RequestContext } from '@chat/contracts';
import { AppError } from '@chat/errors';

/** The person who asks, and their account. */
export interface Caller extends CallingPerson {
  readonly accountId: number;
}

/** @throws AppError `unauthenticated` if no person asks. */
export function callerOf({ account, credential }: RequestContext): Caller {
  if (credential.type !== 'session' || !credential.person) throw new AppError('unauthenticated');
  return { ...credential.person, accountId: account.id };
}
