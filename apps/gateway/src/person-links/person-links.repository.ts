import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Role } from '@chat/contracts';
import { belongsTo, joinSignIn } from '../sign-ins/sign-in.sql';

export interface InvitationRow {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  readonly invited_by: number;
  readonly expires_at: Date;
  readonly accepted_at: Date | null;
  readonly revoked_at: Date | null;
  readonly created_at: Date;
}

/** A link that can be used now. */
export interface UsableLink {
  readonly account_id: number;
  readonly account_name: string;
  readonly id: number;
  /** Of the person who made it, as it is now. */
  readonly maker_role: Role;
  /** Of an invitation. */
  readonly email: string | null;
  readonly role: Role | null;
  /** Of a reset: the person, whose address and role these are. */
  readonly user_id: number | null;
  readonly user_email: string | null;
  readonly user_role: Role | null;
  readonly removes_second_factor: boolean;
  /** Whether its person is in other accounts, too. */
  readonly is_shared: boolean;
  /** Whether its person has a second factor, now. */
  readonly has_second_factor: boolean;
}

export type LinkKind = 'invitation' | 'reset';

const INVITATION = `id, email, role, made_by AS invited_by, expires_at, used_at AS accepted_at, revoked_at, created_at`;
const OPEN = 'used_at IS NULL AND revoked_at IS NULL AND expires_at > now()';

@Injectable()
export class PersonLinksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns up to `limit` invitations, newest first. */
  async listInvitations(accountId: number, limit: number): Promise<InvitationRow[]> {
    return this.dataSource.query(
      `SELECT ${INVITATION} FROM gateway.person_links WHERE account_id = $1 AND kind = 'invitation'
       ORDER BY id DESC LIMIT $2`,
      [accountId, limit],
    );
  }

  /** Locks the account against other invitations. @returns how many are open, those to this address not counted. */
  async countOpenInvitations(accountId: number, email: string, manager: EntityManager): Promise<number> {
    await manager.query('SELECT FROM gateway.accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
    const [row]: { count: number }[] = await manager.query(
      `SELECT count(*)::int AS count FROM gateway.person_links
       WHERE account_id = $1 AND kind = 'invitation' AND email <> $2 AND ${OPEN}`,
      [accountId, email],
    );
    return row!.count;
  }

  /** Replaces open invitations to the address. */
  async insertInvitation(
    accountId: number,
    link: { email: string; role: Role; digest: Buffer; madeBy: number; hours: number },
    manager: EntityManager,
  ): Promise<InvitationRow> {
    await manager.query(
      `UPDATE gateway.person_links SET revoked_at = now() WHERE account_id = $1 AND email = $2 AND ${OPEN}`,
      [accountId, link.email],
    );
    const [row]: InvitationRow[] = await manager.query(
      `INSERT INTO gateway.person_links (account_id, kind, digest, email, role, made_by, expires_at)
       VALUES ($1, 'invitation', $2, $3, $4, $5, now() + make_interval(hours => $6)) RETURNING ${INVITATION}`,
      [accountId, link.digest, link.email, link.role, link.madeBy, link.hours],
    );
    return row!;
  }

  /** @returns whether there was an open one. */
  async revokeInvitation(accountId: number, id: number, manager: EntityManager): Promise<boolean> {
    const [, revoked]: [unknown, number] = await manager.query(
      `UPDATE gateway.person_links SET revoked_at = now()
       WHERE account_id = $1 AND id = $2 AND kind = 'invitation' AND ${OPEN}`,
      [accountId, id],
    );
    return revoked > 0;
  }

  /** The caller has ended earlier resets of the user. @returns when it expires. */
  async insertReset(
    accountId: number,
    link: { userId: number; digest: Buffer; madeBy: number; hours: number; removesSecondFactor: boolean },
    manager: EntityManager,
  ): Promise<Date> {
    const [row]: { expires_at: Date }[] = await manager.query(
      `INSERT INTO gateway.person_links (account_id, kind, digest, user_id, made_by, expires_at, removes_second_factor)
       VALUES ($1, 'reset', $2, $3, $4, now() + make_interval(hours => $5), $6) RETURNING expires_at`,
      [accountId, link.digest, link.userId, link.madeBy, link.hours, link.removesSecondFactor],
    );
    return row!.expires_at;
  }

  /** Returns the link if it can be used: the account is not suspended, and neither its maker nor its person disabled. */
  async find(kind: LinkKind, digest: Buffer, manager = this.dataSource.manager): Promise<UsableLink | null> {
    const [row]: UsableLink[] = await manager.query(
      `SELECT l.account_id, a.name AS account_name, l.id, maker.role AS maker_role, l.email, l.role, l.user_id,
         own.email AS user_email, u.role AS user_role, l.removes_second_factor,
         EXISTS (SELECT FROM gateway.users m WHERE ${belongsTo('m', 'own')} AND m.account_id <> l.account_id) AS is_shared,
         own.totp_confirmed_at IS NOT NULL AS has_second_factor
       FROM gateway.person_links l
       JOIN gateway.accounts a ON a.id = l.account_id
       JOIN gateway.users maker ON maker.account_id = l.account_id AND maker.id = l.made_by
       LEFT JOIN gateway.users u ON u.account_id = l.account_id AND u.id = l.user_id
       LEFT ${joinSignIn('u', 'own')}
       WHERE l.digest = $1 AND l.kind = $2 AND l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > now()
         AND a.suspended_at IS NULL AND maker.disabled_at IS NULL AND u.disabled_at IS NULL`,
      [digest, kind],
    );
    return row ?? null;
  }

  /** Uses the link up. @returns false if somebody else has, or it was taken back. */
  async use({ account_id, id }: UsableLink, manager: EntityManager): Promise<boolean> {
    const [, used]: [unknown, number] = await manager.query(
      `UPDATE gateway.person_links SET used_at = now() WHERE account_id = $1 AND id = $2 AND ${OPEN}`,
      [account_id, id],
    );
    return used > 0;
  }
}
