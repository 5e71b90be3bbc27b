import { Injectable } from '@nestjs/common';
import { scopesOfRoles } from '@chat/contracts';
import type { ChangeOwnPassword, Me, OwnSession, SteppedUp, UpdateMe } from '@chat/contracts/gateway';
import { AppError, invalid } from '@chat/errors';
import { toTimestamp } from '@chat/service-kit';
import { AccountsRepository } from '../accounts/accounts.repository';
import { STEP_UP_MINUTES } from '../credentials/signed-in-people.repository';
import { Passwords } from '../sessions/passwords';
import { SessionsRepository } from '../sessions/sessions.repository';
import { toUser } from '../users/user.mapper';
import { UsersRepository } from '../users/users.repository';
import type { Caller } from '../callers/caller';
import { Proofs } from './proofs';

/** What people see and change of themselves. */
@Injectable()
export class MeService {
  constructor(
    private readonly users: UsersRepository,
    private readonly accounts: AccountsRepository,
    private readonly sessionRows: SessionsRepository,
    private readonly passwords: Passwords,
    private readonly proofs: Proofs,
  ) {}

  async get({ accountId, id, session }: Caller): Promise<Me> {
    const [user, account, provenAt] = await Promise.all([
      this.users.find(accountId, id),
      this.accounts.find(accountId),
      this.sessionRows.provenAt(accountId, session),
    ]);
    if (!user || !account) throw new AppError('unauthenticated');
    const until = provenAt && untilOf(provenAt);
    return {
      user: toUser(user),
      account: { id: account.id, name: account.name },
      scopes: [...scopesOfRoles[user.role]],
      stepped_up_until: until && until.getTime() > Date.now() ? toTimestamp(until) : null,
    };
  }

  async update(caller: Caller, { name }: UpdateMe): Promise<Me> {
    if (name !== undefined) await this.users.setName(caller.accountId, caller.id, name);
    return this.get(caller);
  }

  /** @throws AppError `validation_error` if the current password is wrong, `rate_limit_exceeded`. */
  async changePassword(caller: Caller, { current_password, password }: ChangeOwnPassword): Promise<Me> {
    await this.requirePassword(caller, 'current_password', current_password);
    const user = await this.users.find(caller.accountId, caller.id);
    if (!user) throw new AppError('unauthenticated');
    await this.users.setPassword(user, await this.passwords.hash(password), caller.session);
    return this.get(caller);
  }

  /** @throws AppError `validation_error` if the password is wrong, `rate_limit_exceeded`. */
  async stepUp(caller: Caller, password: string): Promise<SteppedUp> {
    await this.requirePassword(caller, 'password', password);
    const provenAt = await this.sessionRows.noteProof(caller.accountId, caller.session);
    if (!provenAt) throw new AppError('unauthenticated');
    return { stepped_up_until: toTimestamp(untilOf(provenAt)) };
  }

  async sessions({ accountId, id, session }: Caller): Promise<OwnSession[]> {
    const rows = await this.sessionRows.list(accountId, id);
    return rows.map((row) => ({
      ...row,
      is_current: row.id === session,
      created_at: toTimestamp(row.created_at),
      expires_at: toTimestamp(row.expires_at),
    }));
  }

  /** @throws AppError `not_found`, also for a session of somebody else. */
  async endSession({ accountId, id }: Caller, session: number): Promise<void> {
    if (!(await this.sessionRows.end({ accountId, id }, { only: session }))) throw new AppError('not_found');
  }

  async endOthers({ accountId, id, session }: Caller): Promise<void> {
    await this.sessionRows.end({ accountId, id }, { except: session });
  }

  private async requirePassword(caller: Caller, member: string, password: string): Promise<void> {
    if (await this.proofs.isPassword(caller, password)) return;
    throw invalid(member, 'This is not your password. Check it and try again.');
  }
}

function untilOf(provenAt: Date): Date {
  return new Date(provenAt.getTime() + STEP_UP_MINUTES * 60_000);
}
