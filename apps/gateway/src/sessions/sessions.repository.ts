import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A user who is signed in. */
export interface SignedIn {
  readonly account_id: number;
  readonly account_name: string;
  readonly user_id: number;
  readonly email: string;
}

/** A user who may sign in. */
export interface Person {
  readonly account_id: number;
  readonly id: number;
  readonly password_hash: string;
}

/** How many sessions a user has. Concurrent sign-ins may exceed it until the next one. */
const MOST_SESSIONS = 50;

@Injectable()
export class SessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the user with this email address, unless disabled. */
  async findPerson(email: string): Promise<Person | null> {
    const [row]: Person[] = await this.dataSource.query(
      'SELECT account_id, id, password_hash FROM gateway.users WHERE email = $1 AND disabled_at IS NULL',
      [email],
    );
    return row ?? null;
  }

  /**
   * Does nothing if the user was disabled or got another password in the meantime; both lock the user's row. The user's
   * oldest sessions beyond `MOST_SESSIONS` end.
   */
  async insert(person: Person, digest: Buffer, lifetimeSeconds: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH person AS MATERIALIZED (
         SELECT account_id, id FROM gateway.users
         WHERE account_id = $1 AND id = $2 AND password_hash = $3 AND disabled_at IS NULL FOR SHARE),
       surplus AS (
         DELETE FROM gateway.sessions WHERE (account_id, digest) IN (
           SELECT s.account_id, s.digest FROM gateway.sessions s JOIN person
             ON s.account_id = person.account_id AND s.user_id = person.id
           ORDER BY s.created_at DESC OFFSET $6))
       INSERT INTO gateway.sessions (account_id, user_id, digest, expires_at)
       SELECT account_id, id, $4, now() + make_interval(secs => $5) FROM person RETURNING 1`,
      [person.account_id, person.id, person.password_hash, digest, lifetimeSeconds, MOST_SESSIONS - 1],
    );
    return rows.length > 0;
  }

  async find(digest: Buffer): Promise<SignedIn | null> {
    const [row]: SignedIn[] = await this.dataSource.query(
      `SELECT s.account_id, a.name AS account_name, s.user_id, u.email
       FROM gateway.sessions s
       JOIN gateway.users u ON u.account_id = s.account_id AND u.id = s.user_id
       JOIN gateway.accounts a ON a.id = s.account_id
       WHERE s.digest = $1 AND s.expires_at > now()`,
      [digest],
    );
    return row ?? null;
  }

  /** Returns the session's user and locks the session against being ended before the transaction ends. */
  async lock(
    digest: Buffer,
    manager: EntityManager,
  ): Promise<Pick<SignedIn, 'account_id' | 'user_id'> | null> {
    const [row]: Pick<SignedIn, 'account_id' | 'user_id'>[] = await manager.query(
      'SELECT account_id, user_id FROM gateway.sessions WHERE digest = $1 AND expires_at > now() FOR SHARE',
      [digest],
    );
    return row ?? null;
  }

  async delete(digest: Buffer): Promise<void> {
    await this.dataSource.query('DELETE FROM gateway.sessions WHERE digest = $1', [digest]);
  }

  /** Ends all sessions and grants of the user. The caller has locked the user's row. */
  async endAccess(
    { accountId, id }: { accountId: number; id: number },
    manager: EntityManager,
  ): Promise<void> {
    await manager.query('DELETE FROM gateway.sessions WHERE account_id = $1 AND user_id = $2', [
      accountId,
      id,
    ]);
    await manager.query(
      `UPDATE gateway.oauth_grants SET revoked_at = now(), updated_at = now()
       WHERE account_id = $1 AND user_id = $2 AND revoked_at IS NULL`,
      [accountId, id],
    );
  }

  /** @returns whether there may be more to delete. */
  async deleteExpired(limit: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH expired AS MATERIALIZED (
         SELECT account_id, digest FROM gateway.sessions WHERE expires_at <= now()
         ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED),
       deleted AS (
         DELETE FROM gateway.sessions s USING expired
         WHERE (s.account_id, s.digest) = (expired.account_id, expired.digest) RETURNING 1)
       SELECT 1 FROM deleted`,
      [limit],
    );
    return rows.length === limit;
  }
}
