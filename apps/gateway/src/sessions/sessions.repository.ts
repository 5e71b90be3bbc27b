import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { OutboxRow } from '@chat/bus';
import type { Role } from '@chat/contracts';
import { belongsTo, isEnabledAnywhere, isProven, joinSignIn } from '../sign-ins/sign-in.sql';
import type { UserKey } from '../sign-ins/sign-ins.repository';

/** A user who is signed in. */
export interface SignedIn {
  readonly account_id: number;
  readonly account_name: string;
  readonly user_id: number;
  readonly email: string;
  readonly role: Role;
  readonly is_suspended: boolean;
  /** Whether the account lets agents in. */
  readonly takes_agents: boolean;
  /** How many accounts the person may choose from. */
  readonly accounts: number;
  /** Whether the person proved lately who they are. */
  readonly is_proven: boolean;
  /** How many wrong passwords were entered for the user between the previous sign-in and this one. */
  readonly wrong_passwords: number;
  /** Null for the first sign-in. */
  readonly previous_sign_in_at: Date | null;
}

/** Who consents. */
export type Consenter = Pick<SignedIn, 'account_id' | 'user_id' | 'role' | 'takes_agents'>;

/** A person who may sign in: the user of whom the address and the password are. */
export interface Person {
  readonly account_id: number;
  readonly id: number;
  readonly password_hash: string;
  /** Whether the user has signed in with this browser, and has since not often entered a wrong password there. */
  readonly is_known_browser: boolean;
  /** Whether the user must enter a code after the password. */
  readonly has_second_factor: boolean;
}

/** A session as its user sees it. */
export interface SessionRow {
  readonly id: number;
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** A new session, and the browser that it is in. */
export interface NewSession {
  readonly digest: Buffer;
  readonly seconds: number;
  readonly browserDigest: Buffer;
  readonly address: string;
  readonly userAgent: string | null;
}

/** How many sessions a user has. Concurrent sign-ins may exceed it until the next one. */
const MOST_SESSIONS = 50;
/** How many sign-ins of a user wait for a code. */
const MOST_PENDING = 20;
/** How many browsers a user is known by, and how many wrong passwords make one unknown. */
const MOST_BROWSERS = 50;
const MOST_WRONG_PASSWORDS = 10;

@Injectable()
export class SessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns the user with this email address, unless disabled in all accounts of the person.
   * @param browserDigest of the browser in which the user signs in.
   */
  async findPerson(email: string, browserDigest: Buffer): Promise<Person | null> {
    const [row]: Person[] = await this.dataSource.query(
      `SELECT account_id, id, password_hash, totp_confirmed_at IS NOT NULL AS has_second_factor, EXISTS (
         SELECT FROM gateway.known_browsers b
         WHERE b.account_id = u.account_id AND b.user_id = u.id AND b.digest = $2 AND b.wrong_passwords < $3
       ) AS is_known_browser
       FROM gateway.users u WHERE email = $1 AND ${isEnabledAnywhere('u')}`,
      [email, browserDigest, MOST_WRONG_PASSWORDS],
    );
    return row ?? null;
  }

  /**
   * Records a wrong password for the user with this email address, if there is one. The commit does not wait for the
   * disk, so that its duration does not tell whether there is.
   * @param entry of the audit log about the user; null if nobody was found.
   */
  async noteWrongPassword(email: string, browserDigest: Buffer, entry: OutboxRow | null): Promise<void> {
    await this.dataSource.query(
      `WITH setting AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
       person AS (
         UPDATE gateway.users u SET wrong_passwords = wrong_passwords + 1 FROM setting
         WHERE email = $1 AND ${isEnabledAnywhere('u')} RETURNING account_id, id),
       told AS (
         INSERT INTO gateway.outbox (account_id, event_id, subject, document)
         SELECT account_id, $3::uuid, $4, $5 FROM person WHERE account_id = $6)
       UPDATE gateway.known_browsers b SET wrong_passwords = b.wrong_passwords + 1 FROM person
       WHERE b.account_id = person.account_id AND b.user_id = person.id AND b.digest = $2`,
      [email, browserDigest, entry?.eventId, entry?.subject, entry?.document, entry?.accountId],
    );
  }

  /**
   * Begins a session, in which the person is told of the wrong passwords until now, and makes its browser a known one. It
   * acts in the first of their accounts, rather one that is not suspended. The oldest sessions beyond `MOST_SESSIONS` end,
   * and the browsers beyond `MOST_BROWSERS` are forgotten. Does nothing if the person was disabled or got another password
   * in the meantime; both lock the user's row.
   * @returns the user of that account.
   */
  async insert(person: Person, session: NewSession, manager: EntityManager): Promise<UserKey | null> {
    const [row]: [UserKey?] = await manager.query(
      `WITH person AS MATERIALIZED (
         SELECT account_id, id, wrong_passwords, last_sign_in_at FROM gateway.users
         WHERE account_id = $1 AND id = $2 AND password_hash = $3 FOR NO KEY UPDATE),
       acting AS MATERIALIZED (
         SELECT m.account_id, m.id FROM person JOIN gateway.users m ON ${belongsTo('m', 'person')}
         JOIN gateway.accounts a ON a.id = m.account_id
         WHERE m.disabled_at IS NULL ORDER BY a.suspended_at IS NOT NULL, m.id LIMIT 1 FOR NO KEY UPDATE OF m),
       told AS (
         UPDATE gateway.users u SET wrong_passwords = 0, last_sign_in_at = now() FROM person, acting
         WHERE u.account_id = person.account_id AND u.id = person.id),
       surplus AS (
         DELETE FROM gateway.sessions WHERE (account_id, digest) IN (
           SELECT s.account_id, s.digest FROM gateway.sessions s JOIN acting
             ON s.account_id = acting.account_id AND s.user_id = acting.id
           ORDER BY s.created_at DESC OFFSET $6)),
       browser AS (
         INSERT INTO gateway.known_browsers (account_id, user_id, digest) SELECT person.account_id, person.id, $7 FROM person, acting
         ON CONFLICT (account_id, user_id, digest) DO UPDATE SET wrong_passwords = 0, last_used_at = now()),
       forgotten AS (
         DELETE FROM gateway.known_browsers WHERE (account_id, user_id, digest) IN (
           SELECT b.account_id, b.user_id, b.digest FROM gateway.known_browsers b JOIN person
             ON b.account_id = person.account_id AND b.user_id = person.id AND b.digest <> $7
           ORDER BY b.last_used_at DESC OFFSET $8))
       INSERT INTO gateway.sessions
         (account_id, user_id, digest, expires_at, wrong_passwords, previous_sign_in_at, address, user_agent)
       SELECT acting.account_id, acting.id, $4, now() + make_interval(secs => $5), wrong_passwords, last_sign_in_at, $9, $10
       FROM person, acting RETURNING account_id AS "accountId", user_id AS id`,
      [
        person.account_id,
        person.id,
        person.password_hash,
        session.digest,
        session.seconds,
        MOST_SESSIONS - 1,
        session.browserDigest,
        MOST_BROWSERS - 1,
        session.address,
        session.userAgent,
      ],
    );
    return row ?? null;
  }

  async find(digest: Buffer): Promise<SignedIn | null> {
    const [row]: SignedIn[] = await this.dataSource.query(
      `SELECT s.account_id, a.name AS account_name, s.user_id, own.email, u.role, a.suspended_at IS NOT NULL AS is_suspended, a.mcp AS takes_agents,
         s.wrong_passwords, s.previous_sign_in_at, ${isProven('s')} AS is_proven,
         (SELECT count(*)::int FROM gateway.users m WHERE ${belongsTo('m', 'own')} AND m.disabled_at IS NULL) AS accounts
       FROM gateway.sessions s
       JOIN gateway.users u ON u.account_id = s.account_id AND u.id = s.user_id
       ${joinSignIn('u', 'own')}
       JOIN gateway.accounts a ON a.id = s.account_id
       WHERE s.digest = $1 AND s.expires_at > now()`,
      [digest],
    );
    return row ?? null;
  }

  /**
   * Returns the session's user, unless their account is suspended, and locks both against being changed or ended before
   * the transaction ends: the user first, as whoever ends access does.
   */
  async lock(digest: Buffer, manager: EntityManager): Promise<Consenter | null> {
    const [row]: Consenter[] = await manager.query(
      `WITH person AS MATERIALIZED (
         SELECT u.account_id, u.id, u.role FROM gateway.users u
         WHERE (u.account_id, u.id) IN (SELECT account_id, user_id FROM gateway.sessions WHERE digest = $1)
         FOR SHARE)
       SELECT s.account_id, s.user_id, person.role, a.mcp AS takes_agents
       FROM person JOIN gateway.sessions s ON s.account_id = person.account_id AND s.user_id = person.id
       JOIN gateway.accounts a ON a.id = s.account_id
       WHERE s.digest = $1 AND s.expires_at > now() AND a.suspended_at IS NULL FOR SHARE OF s`,
      [digest],
    );
    return row ?? null;
  }

  async delete(digest: Buffer): Promise<void> {
    await this.dataSource.query('DELETE FROM gateway.sessions WHERE digest = $1', [digest]);
  }

  /**
   * Ends all sessions and grants of the user. The caller has locked the user's row.
   * @param except a session that goes on.
   */
  async endAccess(
    { accountId, id }: { accountId: number; id: number },
    manager: EntityManager,
    except: number | null = null,
  ): Promise<void> {
    await this.end([{ accountId, id }], { except }, manager);
    await this.endResets({ accountId, id }, manager);
    await manager.query('DELETE FROM gateway.pending_sign_ins WHERE account_id = $1 AND user_id = $2', [
      accountId,
      id,
    ]);
    await manager.query(
      `UPDATE gateway.oauth_grants SET revoked_at = now(), updated_at = now()
       WHERE account_id = $1 AND user_id = $2 AND revoked_at IS NULL`,
      [accountId, id],
    );
  }

  /** Returns the sessions of these users, who are one person, newest first. */
  async list(users: readonly UserKey[]): Promise<SessionRow[]> {
    return this.dataSource.query(
      `SELECT id, address, user_agent, created_at, expires_at FROM gateway.sessions
       WHERE (account_id, user_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[])) AND expires_at > now()
       ORDER BY created_at DESC, id DESC`,
      columnsOf(users),
    );
  }

  /** Ends one session of these users, who are one person, or all but one. @returns whether there was any. */
  async end(
    users: readonly UserKey[],
    which: { only: number } | { except: number | null },
    manager = this.dataSource.manager,
  ): Promise<boolean> {
    const [condition, session] =
      'only' in which ? ['= $3', which.only] : ['IS DISTINCT FROM $3::bigint', which.except];
    const [, ended]: [unknown, number] = await manager.query(
      `DELETE FROM gateway.sessions
       WHERE (account_id, user_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[])) AND id ${condition}`,
      [...columnsOf(users), session],
    );
    return ended > 0;
  }

  /** Records that the session's user proved who they are. @returns when. */
  async noteProof(accountId: number, sessionId: number): Promise<Date | null> {
    const [rows]: [{ proven_at: Date }[], number] = await this.dataSource.query(
      `UPDATE gateway.sessions SET proven_at = now()
       WHERE account_id = $1 AND id = $2 AND expires_at > now() RETURNING proven_at`,
      [accountId, sessionId],
    );
    return rows[0]?.proven_at ?? null;
  }

  async provenAt(accountId: number, sessionId: number): Promise<Date | null> {
    const [row]: { proven_at: Date }[] = await this.dataSource.query(
      'SELECT proven_at FROM gateway.sessions WHERE account_id = $1 AND id = $2',
      [accountId, sessionId],
    );
    return row?.proven_at ?? null;
  }

  /** Ends the links by which the user could choose another password. */
  async endResets(
    { accountId, id }: { accountId: number; id: number },
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `UPDATE gateway.person_links SET revoked_at = now()
       WHERE account_id = $1 AND user_id = $2 AND used_at IS NULL AND revoked_at IS NULL`,
      [accountId, id],
    );
  }

  /**
   * Records that the user's password was right, unless they were disabled or got another one in the meantime. Only the
   * latest few are kept.
   */
  async insertPending(
    person: Person,
    { digest, seconds }: { digest: Buffer; seconds: number },
  ): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH person AS MATERIALIZED (
         SELECT account_id, id FROM gateway.users u
         WHERE account_id = $1 AND id = $2 AND password_hash = $3 AND ${isEnabledAnywhere('u')} FOR NO KEY UPDATE),
       surplus AS (
         DELETE FROM gateway.pending_sign_ins WHERE (account_id, digest) IN (
           SELECT p.account_id, p.digest FROM gateway.pending_sign_ins p JOIN person
             ON p.account_id = person.account_id AND p.user_id = person.id
           ORDER BY p.expires_at DESC OFFSET $6))
       INSERT INTO gateway.pending_sign_ins (account_id, user_id, digest, expires_at)
       SELECT account_id, id, $4, now() + make_interval(secs => $5) FROM person RETURNING 1`,
      [person.account_id, person.id, person.password_hash, digest, seconds, MOST_PENDING - 1],
    );
    return rows.length > 0;
  }

  async findPending(digest: Buffer): Promise<Person | null> {
    const [row]: Person[] = await this.dataSource.query(
      `SELECT u.account_id, u.id, u.password_hash, false AS is_known_browser, true AS has_second_factor
       FROM gateway.pending_sign_ins p JOIN gateway.users u ON u.account_id = p.account_id AND u.id = p.user_id
       WHERE p.digest = $1 AND p.expires_at > now() AND ${isEnabledAnywhere('u')}`,
      [digest],
    );
    return row ?? null;
  }

  /** @returns whether it was there: of two who finish at once, one does. */
  async deletePending(digest: Buffer): Promise<boolean> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      'DELETE FROM gateway.pending_sign_ins WHERE digest = $1',
      [digest],
    );
    return deleted > 0;
  }
}

function columnsOf(users: readonly UserKey[]): number[][] {
  return [users.map(({ accountId }) => accountId), users.map(({ id }) => id)];
}
