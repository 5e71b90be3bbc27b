import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Role } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { violates } from '@chat/service-kit';
import { belongsTo, isProven, joinSignIn } from './sign-in.sql';

/** Identifies a user. */
export interface UserKey {
  readonly accountId: number;
  readonly id: number;
}

/** An account that a person may act in. */
export interface AccountOfPerson {
  readonly account_id: number;
  readonly account_name: string;
  readonly role: Role;
  readonly is_suspended: boolean;
}

/** Who joins an account: the user as whom they sign in. */
export interface Joiner extends UserKey {
  readonly email: string;
}

/** A session, by the digest of its secret, and the digest of the secret under which it goes on. */
export interface Move {
  readonly digest: Buffer;
  readonly next: Buffer;
}

/** People who are in several accounts. Whoever changes what they sign in with locks the user as whom they sign in. */
@Injectable()
export class SignInsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the user as whom a user signs in: themselves, unless they came from another account. */
  async of({ accountId, id }: UserKey, manager = this.dataSource.manager): Promise<UserKey> {
    const [row]: [UserKey?] = await manager.query(
      `SELECT s.account_id AS "accountId", s.id FROM gateway.users u ${joinSignIn('u', 's')}
       WHERE u.account_id = $1 AND u.id = $2`,
      [accountId, id],
    );
    if (!row) throw new AppError('unauthenticated');
    return row;
  }

  /** Returns all users of the person who signs in as this one, this one first. */
  async usersOf({ accountId, id }: UserKey, manager = this.dataSource.manager): Promise<UserKey[]> {
    return manager.query(
      `SELECT u.account_id AS "accountId", u.id FROM gateway.users s JOIN gateway.users u ON ${belongsTo('u', 's')}
       WHERE s.account_id = $1 AND s.id = $2 ORDER BY u.id`,
      [accountId, id],
    );
  }

  /** Returns the accounts in which the person of a user is not disabled, in the order in which they came to them. */
  async accountsOf({ accountId, id }: UserKey): Promise<AccountOfPerson[]> {
    return this.dataSource.query(
      `SELECT m.account_id, a.name AS account_name, m.role, a.suspended_at IS NOT NULL AS is_suspended
       FROM gateway.users u ${joinSignIn('u', 's')} JOIN gateway.users m ON ${belongsTo('m', 's')}
       JOIN gateway.accounts a ON a.id = m.account_id
       WHERE u.account_id = $1 AND u.id = $2 AND m.disabled_at IS NULL ORDER BY m.id`,
      [accountId, id],
    );
  }

  /**
   * Returns the user as whom the person of a session signs in, if they proved lately who they are. The user is locked
   * against another password, and the session against its end, until the transaction is over.
   */
  async lockProven(digest: Buffer, manager: EntityManager): Promise<Joiner | null> {
    const [row]: [Joiner?] = await manager.query(
      `WITH person AS MATERIALIZED (
         SELECT s.account_id, s.id, s.email FROM gateway.users s WHERE (s.account_id, s.id) IN (
           SELECT s.account_id, s.id FROM gateway.sessions one
           JOIN gateway.users u ON u.account_id = one.account_id AND u.id = one.user_id ${joinSignIn('u', 's')}
           WHERE one.digest = $1)
         FOR SHARE)
       SELECT person.account_id AS "accountId", person.id, person.email FROM person, gateway.sessions one
       WHERE one.digest = $1 AND one.expires_at > now() AND ${isProven('one')}
       FOR UPDATE OF one`,
      [digest],
    );
    return row ?? null;
  }

  /**
   * Adds the person to another account. The caller has locked the user as whom they sign in.
   * @throws AppError `conflict` if they are in it already.
   */
  async join(
    accountId: number,
    { accountId: signInAccount, id }: UserKey,
    role: Role,
    manager: EntityManager,
  ): Promise<number> {
    if (accountId === signInAccount) throw alreadyIn();
    try {
      const [row]: [{ id: number }] = await manager.query(
        `INSERT INTO gateway.users (account_id, sign_in_account_id, sign_in_id, name, role, password_hash)
         SELECT $1, account_id, id, name, $4, '' FROM gateway.users WHERE account_id = $2 AND id = $3
         RETURNING id`,
        [accountId, signInAccount, id, role],
      );
      return row.id;
    } catch (error) {
      throw violates(error, 'users_sign_in') ? alreadyIn() : error;
    }
  }

  /**
   * Lets a session act in another account of its person, under another secret: what was asked with the first cannot have
   * an effect there. Does nothing if the session ended meanwhile, or the person is not enabled in the account.
   * @returns the user of that account.
   */
  async move({ digest, next }: Move, accountId: number, manager: EntityManager): Promise<UserKey | null> {
    const [row]: [UserKey?] = await manager.query(
      `WITH person AS MATERIALIZED (
         SELECT account_id, id FROM gateway.users WHERE (account_id, id) IN (
           SELECT s.account_id, s.id FROM gateway.sessions one
           JOIN gateway.users u ON u.account_id = one.account_id AND u.id = one.user_id ${joinSignIn('u', 's')}
           WHERE one.digest = $1)
         FOR SHARE),
       member AS MATERIALIZED (
         SELECT m.account_id, m.id FROM gateway.users m JOIN person ON ${belongsTo('m', 'person')}
         WHERE m.account_id = $3 AND m.disabled_at IS NULL FOR SHARE OF m),
       ended AS (
         DELETE FROM gateway.sessions one USING member WHERE one.digest = $1 AND one.expires_at > now()
         RETURNING member.account_id, member.id AS user_id, one.expires_at, one.created_at, one.wrong_passwords,
           one.previous_sign_in_at, one.address, one.user_agent, one.proven_at)
       INSERT INTO gateway.sessions (account_id, user_id, digest, expires_at, created_at, wrong_passwords,
         previous_sign_in_at, address, user_agent, proven_at)
       SELECT account_id, user_id, $2, expires_at, created_at, wrong_passwords, previous_sign_in_at, address, user_agent,
         proven_at FROM ended
       RETURNING account_id AS "accountId", user_id AS id`,
      [digest, next, accountId],
    );
    return row ?? null;
  }
}

function alreadyIn(): AppError {
  return new AppError('conflict', {
    message: 'You are in this account already. If you cannot choose it, ask its administrator to enable you.',
  });
}
