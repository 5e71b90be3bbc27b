import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Resource } from '../resources/resource.rules';

/** A code and the tokens derived from it. They end together. */
export interface Family {
  readonly account_id: number;
  readonly account_name: string;
  readonly id: number;
  readonly scopes: string[];
  readonly app_id: number;
  /** What its tokens are for. */
  readonly resource: Resource;
  /** Whether the family was ended or its grant withdrawn. */
  readonly is_over: boolean;
  /** Whether the user's account is suspended, or the app's. */
  readonly is_suspended: boolean;
}

export interface CodeFamily extends Family {
  readonly code_challenge: string;
  readonly redirect_uri: string;
  readonly is_redeemed: boolean;
  readonly is_expired: boolean;
}

export interface RefreshFamily extends Family {
  /** How long ago the token was used; null if it was not. */
  readonly used_ms_ago: number | null;
  /** What the successor of a used token is derived with. Null if a gateway of the release before exchanged it. */
  readonly successor_salt: Buffer | null;
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
  readonly resource: Resource;
}

export interface NewToken {
  readonly digest: Buffer;
  readonly scopes: readonly string[];
  readonly seconds: number;
}

const FAMILY = `f.account_id, (SELECT name FROM gateway.accounts WHERE id = f.account_id) AS account_name, f.id, f.scopes, g.app_id,
  coalesce(f.resource, 'api') AS resource,
  (f.ended_at IS NOT NULL OR g.revoked_at IS NOT NULL) AS is_over,
  EXISTS (SELECT FROM gateway.accounts a
    WHERE a.id IN (f.account_id, g.app_account_id) AND a.suspended_at IS NOT NULL) AS is_suspended`;
const WITH_GRANT = 'JOIN gateway.oauth_grants g ON g.account_id = f.account_id AND g.id = f.grant_id';

/** What remains of scopes in a column within those of parameter 3, which are of the same type. */
const kept = (column: string) =>
  `ARRAY(SELECT unnest(${column}) INTERSECT SELECT unnest($3::text[]) ORDER BY 1)`;

/** Every decision about a family locks its row first, so concurrent ones are serialized. */
@Injectable()
export class FamiliesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(family: NewFamily, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO gateway.oauth_families
         (account_id, grant_id, scopes, code_digest, code_expires_at, code_challenge, redirect_uri, expires_at, resource)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5), $6, $7, now() + make_interval(secs => $5), nullif($8, 'api'))`,
      [
        family.accountId,
        family.grantId,
        family.scopes,
        family.codeDigest,
        family.codeSeconds,
        family.codeChallenge,
        family.redirectUri,
        family.resource,
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
      `SELECT ${FAMILY}, t.successor_salt, t.expires_at <= clock_timestamp() AS is_expired,
         (extract(epoch FROM clock_timestamp() - t.used_at) * 1000)::float8 AS used_ms_ago
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

  async markUsed(
    { account_id }: Family,
    { digest, successorSalt }: { digest: Buffer; successorSalt: Buffer },
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `UPDATE gateway.oauth_tokens SET used_at = now(), successor_salt = $3
       WHERE account_id = $1 AND digest = $2`,
      [account_id, digest, successorSalt],
    );
  }

  async addAccessToken({ account_id, id }: Family, token: NewToken, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO gateway.oauth_tokens (account_id, family_id, kind, digest, scopes, expires_at)
       VALUES ($1, $2, 'access', $3, $4, now() + make_interval(secs => $5))`,
      [account_id, id, token.digest, token.scopes, token.seconds],
    );
  }

  /** The family lives as long as its newest refresh token. */
  async addRefreshToken({ account_id, id }: Family, token: NewToken, manager: EntityManager): Promise<void> {
    await manager.query(
      `WITH token AS (
         INSERT INTO gateway.oauth_tokens (account_id, family_id, kind, digest, scopes, expires_at)
         VALUES ($1, $2, 'refresh', $3, $4, now() + make_interval(secs => $5)) RETURNING expires_at)
       UPDATE gateway.oauth_families SET expires_at = token.expires_at FROM token
       WHERE account_id = $1 AND id = $2`,
      [account_id, id, token.digest, token.scopes, token.seconds],
    );
  }

  /**
   * Takes from the families of a grant that have all of these scopes and more whatever is more; an access token that
   * keeps none ends. Families come first: whoever exchanges a token holds its family, so the second statement also sees
   * what they issued.
   */
  async narrow(
    {
      accountId,
      grantId,
      scopes,
      resource,
    }: Pick<NewFamily, 'accountId' | 'grantId' | 'scopes' | 'resource'>,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `UPDATE gateway.oauth_families SET scopes = ${kept('scopes')}
       WHERE account_id = $1 AND grant_id = $2 AND coalesce(resource, 'api') = $4
         AND ended_at IS NULL AND scopes @> $3 AND NOT scopes <@ $3`,
      [accountId, grantId, scopes, resource],
    );
    await manager.query(
      `UPDATE gateway.oauth_tokens t SET scopes = ${kept('t.scopes')},
         expires_at = CASE WHEN t.scopes && $3 THEN t.expires_at ELSE least(t.expires_at, now()) END
       FROM gateway.oauth_families f
       WHERE f.account_id = $1 AND f.grant_id = $2 AND coalesce(f.resource, 'api') = $4
         AND f.ended_at IS NULL AND f.scopes @> $3 AND f.scopes <@ $3
         AND t.account_id = f.account_id AND t.family_id = f.id AND NOT t.scopes <@ $3`,
      [accountId, grantId, scopes, resource],
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
