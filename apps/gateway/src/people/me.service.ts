import { Inject, Injectable } from '@nestjs/common';
import { changesNothing, Transactions } from '@chat/bus';
import { featureFlags, scopesOfRoles, type RequestContext } from '@chat/contracts';
import type {
  BegunTotp,
  ChangeOwnPassword,
  Me,
  OwnSession,
  RecoveryCodes,
  StepUp,
  SteppedUp,
  UpdateMe,
} from '@chat/contracts/gateway';
import { AppError, invalid } from '@chat/errors';
import { CONFIG, toTimestamp } from '@chat/service-kit';
import { AccountsRepository } from '../accounts/accounts.repository';
import type { GatewayConfig } from '../config';
import { Passwords } from '../sessions/passwords';
import { SessionsRepository } from '../sessions/sessions.repository';
import { STEP_UP_MINUTES } from '../sign-ins/sign-in.sql';
import { SignInsRepository, type UserKey } from '../sign-ins/sign-ins.repository';
import { SecondFactorsRepository } from '../second-factors/second-factors.repository';
import { SecondFactors } from '../second-factors/second-factors.service';
import { toUser } from '../users/user.mapper';
import { UsersRepository } from '../users/users.repository';
import { callerOf, type Caller } from '../callers/caller';
import { Proofs } from './proofs';

const WRONG_CODE = 'This code is wrong, or was used before. Wait for the next one and try again.';

const flagNames = Object.values(featureFlags).map(({ name }) => name);

/** What people see and change of themselves. */
@Injectable()
export class MeService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersRepository,
    private readonly accounts: AccountsRepository,
    private readonly sessionRows: SessionsRepository,
    private readonly passwords: Passwords,
    private readonly proofs: Proofs,
    private readonly factors: SecondFactors,
    private readonly factorRows: SecondFactorsRepository,
    private readonly signIns: SignInsRepository,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  async get({ accountId, id, session }: Caller): Promise<Me> {
    const signIn = await this.signIns.of({ accountId, id });
    const [user, account, accounts, provenAt, codesLeft] = await Promise.all([
      this.users.find(accountId, id),
      this.accounts.find(accountId),
      this.signIns.accountsOf(signIn),
      this.sessionRows.provenAt(accountId, session),
      this.factorRows.countRecoveryCodes(signIn),
    ]);
    if (!user || !account) throw new AppError('unauthenticated');
    const until = provenAt && untilOf(provenAt);
    const { totpConfirmedAt } = user.signIn ?? user;
    return {
      user: toUser(user),
      account: { id: account.id, name: account.name },
      accounts: accounts.map(({ account_id, account_name, role }) => ({
        id: account_id,
        name: account_name,
        role,
      })),
      second_factor: totpConfirmedAt && {
        since: toTimestamp(totpConfirmedAt),
        recovery_codes_left: codesLeft,
      },
      scopes: [...scopesOfRoles[user.role]],
      features: flagNames.filter((name) => this.config[name] === 'on'),
      stepped_up_until: until && until.getTime() > Date.now() ? toTimestamp(until) : null,
    };
  }

  async update({ name }: UpdateMe, context: RequestContext): Promise<Me> {
    const caller = callerOf(context);
    if (name === undefined) changesNothing(context);
    else {
      await this.transactions.run(context, async (tx) => {
        const before = await this.users.find(caller.accountId, caller.id, tx.manager);
        await this.users.setName(caller, name, tx.manager);
        tx.record({ target: targetOf(caller), before: { name: before?.name }, after: { name } });
      });
    }
    return this.get(caller);
  }

  /** @throws AppError `validation_error` if the current password is wrong, `rate_limit_exceeded`. */
  async changePassword(
    { current_password, password }: ChangeOwnPassword,
    context: RequestContext,
  ): Promise<Me> {
    const caller = callerOf(context);
    await this.requirePassword(caller, 'current_password', current_password);
    const user = await this.users.find(caller.accountId, caller.id);
    if (!user) throw new AppError('unauthenticated');
    const hash = await this.passwords.hash(password);
    await this.transactions.run(context, async (tx) => {
      await this.users.setPassword(user, hash, caller.session, tx.manager);
      tx.record({ target: targetOf(caller) });
    });
    return this.get(caller);
  }

  /** @throws AppError `validation_error` if the password or the code is wrong, `rate_limit_exceeded`. */
  async stepUp(caller: Caller, { password, code }: StepUp): Promise<SteppedUp> {
    if ((password === undefined) === (code === undefined)) {
      throw invalid('password', 'Send either your password or a code, not both.');
    }
    if (password !== undefined) await this.requirePassword(caller, 'password', password);
    else if (!(await this.proofs.isCode(await this.signIns.of(caller), code!)))
      throw invalid('code', WRONG_CODE);
    const provenAt = await this.sessionRows.noteProof(caller.accountId, caller.session);
    if (!provenAt) throw new AppError('unauthenticated');
    return { stepped_up_until: toTimestamp(untilOf(provenAt)) };
  }

  /** @throws AppError `conflict` if there is a second factor already. */
  async beginTotp(caller: Caller): Promise<BegunTotp> {
    const user = await this.users.find(caller.accountId, caller.id);
    if (!user) throw new AppError('unauthenticated');
    return this.factors.begin(await this.signIns.of(caller), toUser(user).email);
  }

  /** @throws AppError `validation_error` if the code is wrong, `conflict`, `rate_limit_exceeded`. */
  async confirmTotp(code: string, context: RequestContext): Promise<RecoveryCodes> {
    const caller = callerOf(context);
    const codes = await this.factors.confirm(await this.signIns.of(caller), code, (effect) =>
      this.transactions.run(context, async (tx) => {
        if (!(await effect(tx.manager))) return false;
        tx.record({ target: targetOf(caller) });
        return true;
      }),
    );
    if (!codes) throw invalid('code', WRONG_CODE);
    return { recovery_codes: codes };
  }

  async removeTotp(context: RequestContext): Promise<Me> {
    const caller = callerOf(context);
    await this.transactions.run(context, async (tx) => {
      await this.factorRows.remove(await this.signIns.of(caller, tx.manager), tx.manager);
      tx.record({ target: targetOf(caller) });
    });
    return this.get(caller);
  }

  /** @throws AppError `conflict` without a second factor. */
  async renewRecoveryCodes(context: RequestContext): Promise<RecoveryCodes> {
    const caller = callerOf(context);
    const codes = await this.transactions.run(context, async (tx) => {
      const signIn = await this.signIns.of(caller, tx.manager);
      const renewed = await this.factors.renewRecoveryCodes(signIn, tx.manager);
      tx.record({ target: targetOf(caller) });
      return renewed;
    });
    return { recovery_codes: codes };
  }

  /** In all accounts of the person. */
  async sessions(caller: Caller): Promise<OwnSession[]> {
    const { session } = caller;
    const rows = await this.sessionRows.list(await this.usersOf(caller));
    return rows.map((row) => ({
      ...row,
      is_current: row.id === session,
      created_at: toTimestamp(row.created_at),
      expires_at: toTimestamp(row.expires_at),
    }));
  }

  /** @throws AppError `not_found`, also for a session of somebody else. */
  async endSession(session: number, context: RequestContext): Promise<void> {
    const caller = callerOf(context);
    await this.transactions.run(context, async (tx) => {
      if (!(await this.sessionRows.end(await this.usersOf(caller), { only: session }, tx.manager)))
        throw new AppError('not_found');
      tx.record({ target: `sessions/${session}` });
    });
  }

  async endOthers(context: RequestContext): Promise<void> {
    const caller = callerOf(context);
    await this.transactions.run(context, async (tx) => {
      const others = { except: caller.session };
      if (await this.sessionRows.end(await this.usersOf(caller), others, tx.manager)) {
        tx.record({ target: targetOf(caller) });
      } else changesNothing(context);
    });
  }

  private async usersOf(caller: Caller): Promise<UserKey[]> {
    return this.signIns.usersOf(await this.signIns.of(caller));
  }

  private async requirePassword(caller: Caller, member: string, password: string): Promise<void> {
    if (await this.proofs.isPassword(await this.signIns.of(caller), password)) return;
    throw invalid(member, 'This is not your password. Check it and try again.');
  }
}

function targetOf({ id }: Caller): string {
  return `users/${id}`;
}

function untilOf(provenAt: Date): Date {
  return new Date(provenAt.getTime() + STEP_UP_MINUTES * 60_000);
}
