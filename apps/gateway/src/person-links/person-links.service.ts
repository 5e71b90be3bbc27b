import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { CreatedInvitation, CreatedReset, CreateInvitation, Invitation } from '@chat/contracts/gateway';
import { AppError, invalid } from '@chat/errors';
import { CONFIG, toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import { type PageVisitor, recordOfPage } from '../audit/page-audit';
import { callerOf, type Caller } from '../callers/caller';
import type { GatewayConfig } from '../config';
import { digestOf, randomSecret } from '../credentials/random-secret';
import { ownersOnly, mayChange } from '../people/people.rules';
import { publicUrlOf } from '../public-url/public-url';
import { SecondFactorsRepository } from '../second-factors/second-factors.repository';
import { Passwords } from '../sessions/passwords';
import { SessionsRepository, type Person } from '../sessions/sessions.repository';
import { SignInsRepository } from '../sign-ins/sign-ins.repository';
import { isEmail } from '../users/email.rules';
import { UsersRepository } from '../users/users.repository';
import {
  PersonLinksRepository,
  type InvitationRow,
  type LinkKind,
  type UsableLink,
} from './person-links.repository';

const INVITATION_HOURS = 72;
const RESET_HOURS = 24;
const MAX_OPEN = 100;
const MAX_LISTED = 1_000;

/** Invitations and resets. There is no mail: whoever makes a link gives it to the person. */
@Injectable()
export class PersonLinksService {
  private readonly base: string;

  constructor(
    @Inject(CONFIG) config: GatewayConfig,
    private readonly transactions: Transactions,
    private readonly links: PersonLinksRepository,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly passwords: Passwords,
    private readonly factors: SecondFactorsRepository,
    private readonly signIns: SignInsRepository,
  ) {
    this.base = publicUrlOf(config).base;
  }

  async list({ accountId }: Caller): Promise<Invitation[]> {
    return (await this.links.listInvitations(accountId, MAX_LISTED)).map(toInvitation);
  }

  /** @throws AppError `validation_error`, `limit_reached`, `insufficient_scope` if only an owner may do this. */
  async invite(
    { email: given, role }: CreateInvitation,
    context: RequestContext,
  ): Promise<CreatedInvitation> {
    const caller = callerOf(context);
    const email = given.toLowerCase();
    if (!isEmail(email))
      throw invalid('email', 'email must be an e-mail address, for example ada@example.com.');
    if (!mayChange(caller, { from: role, to: role })) throw ownersOnly();
    const secret = randomSecret();
    const row = await this.transactions.run(context, async (tx) => {
      const { manager } = tx;
      if ((await this.links.countOpenInvitations(caller.accountId, email, manager)) >= MAX_OPEN) {
        const message = `${MAX_OPEN} invitations are open. Take some back, or wait until they are accepted.`;
        throw new AppError('limit_reached', { message });
      }
      const link = { email, role, digest: digestOf(secret), madeBy: caller.id, hours: INVITATION_HOURS };
      const inserted = await this.links.insertInvitation(caller.accountId, link, manager);
      tx.record({ target: `invitations/${inserted.id}`, after: { role } });
      return inserted;
    });
    return { invitation: toInvitation(row), url: `${this.base}/invitation/${secret}` };
  }

  /** @throws AppError `not_found` if there is no open one. */
  async revoke(id: number, context: RequestContext): Promise<void> {
    const { accountId } = callerOf(context);
    await this.transactions.run(context, async (tx) => {
      if (!(await this.links.revokeInvitation(accountId, id, tx.manager))) throw new AppError('not_found');
      tx.record({ target: `invitations/${id}` });
    });
  }

  /**
   * @throws AppError `not_found`, `insufficient_scope` if only an owner may do this, `conflict` for a disabled person.
   */
  async createReset(
    userId: number,
    removesSecondFactor: boolean,
    context: RequestContext,
  ): Promise<CreatedReset> {
    const caller = callerOf(context);
    const user = await this.users.find(caller.accountId, userId);
    if (!user) throw new AppError('not_found');
    if (!mayChange(caller, { from: user.role, to: user.role })) throw ownersOnly();
    if (user.disabledAt) {
      throw new AppError('conflict', { message: 'This person is disabled. Enable them first.' });
    }
    const secret = randomSecret();
    const link = {
      userId,
      digest: digestOf(secret),
      madeBy: caller.id,
      hours: RESET_HOURS,
      removesSecondFactor,
    };
    const expiresAt = await this.transactions.run(context, async (tx) => {
      const { manager } = tx;
      await this.sessions.endResets({ accountId: caller.accountId, id: userId }, manager);
      tx.record({ target: `users/${userId}` });
      return this.links.insertReset(caller.accountId, link, manager);
    });
    return { url: `${this.base}/reset/${secret}`, expires_at: toTimestamp(expiresAt) };
  }

  /** Returns what the link is for, or null if it does not work (any more). */
  async find(kind: LinkKind, secret: string): Promise<UsableLink | null> {
    const link = await this.links.find(kind, digestOf(secret));
    return link && isAllowed(link) ? link : null;
  }

  /**
   * Makes the invited person a user of the account.
   * @param visitor who asks: clients take turns.
   * @returns the user; null if the link does not work (any more).
   * @throws AppError `conflict` if somebody has the address; the invitation stays.
   */
  async accept(
    secret: string,
    { name, password }: { name: string | null; password: string },
    visitor: PageVisitor,
  ): Promise<Person | null> {
    if (!(await this.find('invitation', secret))) return null;
    const passwordHash = await this.passwords.hash(password, visitor.client.block);
    return this.use('invitation', secret, async (link, tx) => {
      const { manager } = tx;
      const user = { email: link.email!, name, role: link.role!, passwordHash };
      const { id } = await this.users.insert(link.account_id, user, manager);
      recordOfPage(tx, { accountId: link.account_id, userId: id, action: 'invitation.accept' }, visitor);
      return personOf(link.account_id, id, passwordHash, false);
    });
  }

  /**
   * Adds somebody who is signed in with the invited address to the account, and lets their session act in it.
   * @param session its secret.
   * @returns the secret under which the session goes on; null if the link does not work (any more).
   * @throws AppError `unauthenticated` if nobody with this address is signed in who proved lately who they are, `conflict`
   * if they are in the account already; the invitation stays.
   */
  async join(secret: string, session: string, visitor: PageVisitor): Promise<string | null> {
    const next = randomSecret();
    return this.use('invitation', secret, async (link, tx) => {
      const { manager } = tx;
      const { account_id: accountId } = link;
      const joiner = await this.signIns.lockProven(digestOf(session), manager);
      if (!joiner || joiner.email !== link.email) throw new AppError('unauthenticated');
      const id = await this.signIns.join(accountId, joiner, link.role!, manager);
      recordOfPage(tx, { accountId, userId: id, action: 'invitation.accept' }, visitor);
      const move = { digest: digestOf(session), next: digestOf(next) };
      if (!(await this.signIns.move(move, accountId, manager))) throw new AppError('unauthenticated');
      recordOfPage(tx, { accountId, userId: id, action: 'session.begin' }, visitor);
      return next;
    });
  }

  /**
   * Gives the person of the link a new password.
   * @throws AppError `conflict` for somebody who is in other accounts, too: no admin of one may decide who acts in another.
   * @returns the person; null if the link does not work (any more).
   */
  async reset(secret: string, password: string, visitor: PageVisitor): Promise<Person | null> {
    if (!(await this.find('reset', secret))) return null;
    const passwordHash = await this.passwords.hash(password, visitor.client.block);
    return this.use('reset', secret, async (link, tx) => {
      const { manager } = tx;
      const user = { accountId: link.account_id, id: link.user_id! };
      await this.users.setPassword(user, passwordHash, null, manager);
      // After the lock: they may have joined another account just before.
      if ((await this.signIns.usersOf(await this.signIns.of(user, manager), manager)).length > 1)
        throw shared();
      if (link.removes_second_factor) await this.factors.remove(user, manager);
      recordOfPage(tx, { accountId: link.account_id, userId: user.id, action: 'reset.use' }, visitor);
      const mustEnterCode = link.has_second_factor && !link.removes_second_factor;
      return personOf(link.account_id, user.id, passwordHash, mustEnterCode);
    });
  }

  /** Uses a link up in the transaction of what it is for. */
  private async use<T>(
    kind: LinkKind,
    secret: string,
    effect: (link: UsableLink, tx: Transaction) => Promise<T>,
  ): Promise<T | null> {
    return this.transactions.run(null, async (tx) => {
      const link = await this.links.find(kind, digestOf(secret), tx.manager);
      if (!link || !isAllowed(link) || !(await this.links.use(link, tx.manager))) return null;
      return effect(link, tx);
    });
  }
}

function shared(): AppError {
  return new AppError('conflict', {
    message:
      'You sign in to other accounts with this password, too, so an administrator of one cannot change it.',
  });
}

/** Whoever made the link may have lost the role for it since. */
function isAllowed({ maker_role, role, user_role }: UsableLink): boolean {
  const concerned = role ?? user_role!;
  return mayChange({ role: maker_role }, { from: concerned, to: concerned });
}

function personOf(account_id: number, id: number, password_hash: string, has_second_factor: boolean): Person {
  return { account_id, id, password_hash, is_known_browser: false, has_second_factor };
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    ...row,
    expires_at: toTimestamp(row.expires_at),
    accepted_at: toNullableTimestamp(row.accepted_at),
    revoked_at: toNullableTimestamp(row.revoked_at),
    created_at: toTimestamp(row.created_at),
  };
}
