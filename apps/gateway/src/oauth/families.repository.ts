import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A code and the tokens derived from it. They end together. */
export interface Family {
  readonly account_id: number;
  readonly id: number;
  readonly scopes: string[];
  readonly app_id: number;
  /** Whether the family was ended or its grant withdrawn. */
  readonly is_over: boolean;
}

export interface CodeFamily extends Family {
  readonly code_challenge: string;
  readonly redirect_uri: string;
  readonly is_redeemed: boolean;
  readonly is_expired: boolean;
}

export interface RefreshFamily extends Family {
  readonly is_used: boolean;
  readonly is_expired: boolean;
}

export interface NewFamily {
  readonly accountId: number;
  readonly grantId: number;
  readonly scopes: readonly string[];
  readonly codeDigest: Buffer;
  readonly codeSeconds: number;
  readonly codeChallenge: string;
  readonly redirectUri: string;
}

export interface NewTokens {
  readonly access: { readonly digest: Buffer; readonly scopes: readonly string[]; readonly seconds: number };
  readonly refresh: { readonly digest: Buffer; readonly seconds: number };
}

const FAMILY = `f.account_id, f.id, f.scopes, g.app_id,
  (f.ended_at IS NOT NULL OR g.revoked_at IS NOT NULL) AS is_over`;
const WITH_GRANT = 'JOIN gateway.oauth_grants g ON g.account_id = f.account_id AND g.id = f.grant_id';

/** Every decision about a family locks its row first, so concurrent ones are serialized. */
@Injectable()
export class FamiliesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(family: NewFamily, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO gateway.oauth_families
         (account_id, grant_id, scopes, code_digest, code_expires_at, code_challenge, redirect_uri, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5), $6, $7, now() + make_interval(secs => $5))`,
      [
        family.accountId,
        family.grantId,
        family.scopes,
        family.codeDigest,
        family.codeSeconds,
        family.codeChallenge,
        family.redirectUri,
      ],
    );
  }

  async lockByCode(digest: Buffer, manager: EntityManager): Promise<CodeFamily | null> {
    const [row]: CodeFamily[] = await manager.query(
      `SELECT ${FAMILY}, f.code_challenge, f.redirect_uri, f.redeemed_at IS NOT NULL AS is_redeemed,
              f.code_expires_at <= clock_timestamp() AS is_expired
       FROM gateway.oauth_families f ${WITH_GRANT} WHERE f.code_digest = $1 FOR UPDATE OF f`,
      [digest],
    );
    return row ?? null;
  }

  async lockByRefreshToken(digest: Buffer, manager: EntityManager): Promise<RefreshFamily | null> {
    const [row]: RefreshFamily[] = await manager.query(
      `SELECT ${FAMILY}, t.used_at IS NOT NULL AS is_used, t.expires_at <= clock_timestamp() AS is_expired
       FROM gateway.oauth_tokens t
       JOIN gateway.oauth_families f ON f.account_id = t.account_id AND f.id = t.family_id ${WITH_GRANT}
       WHERE t.digest = $1 AND t.kind = 'refresh' FOR UPDATE OF f, t`,
      [digest],
    );
    return row ?? null;
  }

  async markRedeemed({ account_id, id }: Family, manager: EntityManager): Promise<void> {
    await manager.query(
      'UPDATE gateway.oauth_families SET redeemed_at = now() WHERE account_id = $1 AND id = $2',
      [account_id, id],
    );
  }

  async markUsed({ account_id }: Family, refreshDigest: Buffer, manager: EntityManager): Promise<void> {
    await manager.query(
      'UPDATE gateway.oauth_tokens SET used_at = now() WHERE account_id = $1 AND digest = $2',
      [account_id, refreshDigest],
    );
  }

  /** The family lives as long as its newest refresh token. */
  async addTokens(family: Family, { access, refresh }: NewTokens, manager: EntityManager): Promise<void> {
    const { account_id, id } = family;
    await manager.query(
      `INSERT INTO gateway.oauth_tokens (account_id, family_id, kind, digest, scopes, expires_at)
       VALUES ($1, $2, 'access', $3, $4, now() + make_interval(secs => $5)),
              ($1, $2, 'refresh', $6, $7, now() + make_interval(secs => $8))`,
      [
        account_id,
        id,
        access.digest,
        access.scopes,
        access.seconds,
        refresh.digest,
        family.scopes,
        refresh.seconds,
      ],
    );
    await manager.query(
      `UPDATE gateway.oauth_families SET expires_at = now() + make_interval(secs => $3)
       WHERE account_id = $1 AND id = $2`,
      [account_id, id, refresh.seconds],
    );
  }

  /** Ends everything in the family. */
  async end({ account_id, id }: Family, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE gateway.oauth_families SET ended_at = coalesce(ended_at, now()) WHERE account_id = $1 AND id = $2`,
      [account_id, id],
    );
  }

  /** Ends one access token of an app and nothing else. */
  async deleteAccessToken(digest: Buffer, appId: number): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM gateway.oauth_tokens t USING gateway.oauth_families f, gateway.oauth_grants g
       WHERE t.digest = $1 AND t.kind = 'access' AND f.account_id = t.account_id AND f.id = t.family_id
         AND g.account_id = f.account_id AND g.id = f.grant_id AND g.app_id = $2`,
      [digest, appId],
    );
  }
}
