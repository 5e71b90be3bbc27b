import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AccountName } from '@chat/contracts/gateway';
import { CONFIG } from '@chat/service-kit';
import type { GatewayConfig } from '../config';
import { deriveKey, newKey } from '../credentials/key-format';
import { digestOf } from '../credentials/random-secret';
import { FamiliesRepository, type Family, type RefreshFamily } from './families.repository';
import { OAuthError } from './oauth-error';
import { readScopes } from './parameters.rules';
import type { Resource } from '../resources/resource.rules';
import { fitsChallenge } from './pkce';

const ACCESS_SECONDS = 60 * 60;
const REFRESH_SECONDS = 30 * 24 * 60 * 60;
const SALT_BYTES = 32;

/** The token response for a code or a refresh token (RFC 6749, 5.1). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
  /** The account for which the token acts. */
  readonly account: AccountName;
}

interface Redemption {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly resource: Resource | null;
}

interface Renewal {
  readonly refreshToken: string;
  readonly scope: string | null;
  readonly resource: Resource | null;
}

interface Issued {
  readonly scopes: readonly string[];
  readonly refreshToken: string;
}

/**
 * Exchanges codes and refresh tokens, each once. Consuming one and issuing new tokens is a single transaction: a
 * process that dies in between has done neither, and the client may retry. Presenting a consumed code or refresh token
 * ends its family, since one of the two holders must have stolen it.
 *
 * For a moment after its use, a refresh token gives the same successor once more: its client may have lost the answer,
 * or two of its processes may refresh at the same time. The successor is derived from the token and a salt in its row,
 * so neither the table nor an old token alone tells it.
 */
@Injectable()
export class TokensService {
  private readonly graceMs: number;

  constructor(
    @Inject(CONFIG) config: GatewayConfig,
    private readonly dataSource: DataSource,
    private readonly families: FamiliesRepository,
  ) {
    this.graceMs = config.OAUTH_REFRESH_GRACE_MS;
  }

  /**
   * @param resource what the tokens must be for; null: what the code was requested for.
   * @throws OAuthError `invalid_grant`, `invalid_target`, `unauthorized_client`.
   */
  async redeem(appId: number, { code, redirectUri, verifier, resource }: Redemption): Promise<TokenAnswer> {
    return this.decide(async (manager) => {
      const family = await this.families.lockByCode(digestOf(code), manager);
      if (!family || family.app_id !== appId) return invalidGrant('The code is unknown.');
      if (family.is_suspended) return suspended();
      if (family.is_redeemed) {
        await this.families.end(family, manager);
        return invalidGrant('The code was already used. Its tokens have been revoked.');
      }
      if (family.is_over || family.is_expired) return invalidGrant('The code is no longer valid.');
      if (family.redirect_uri !== redirectUri) {
        return invalidGrant('redirect_uri is not the one that the code was requested with.');
      }
      if (!fitsChallenge(verifier, family.code_challenge)) {
        return invalidGrant('code_verifier does not fit the code_challenge.');
      }
      if (!isFor(family, resource)) return otherTarget();
      await this.families.markRedeemed(family, manager);
      return this.issue(family, { scopes: family.scopes, refreshToken: newKey('refreshToken') }, manager);
    });
  }

  /**
   * @param scope the scope of the new access token, at most what was granted; null: all of it.
   * @param resource what the tokens must be for; null: what the refresh token is for.
   * @throws OAuthError `invalid_grant`, `invalid_scope`, `invalid_target`, `unauthorized_client`.
   */
  async refresh(appId: number, { refreshToken, scope, resource }: Renewal): Promise<TokenAnswer> {
    const digest = digestOf(refreshToken);
    return this.decide(async (manager) => {
      const family = await this.families.lockByRefreshToken(digest, manager);
      if (!family || family.app_id !== appId) return invalidGrant('The refresh token is unknown.');
      if (family.is_suspended) return suspended();
      const isRepeated = this.isRepeated(family);
      if (family.used_ms_ago !== null && !isRepeated) {
        await this.families.end(family, manager);
        return invalidGrant('The refresh token was already used. Its tokens have been revoked.');
      }
      if (family.is_over || (family.is_expired && !isRepeated)) {
        return invalidGrant('The refresh token is no longer valid.');
      }
      if (!isFor(family, resource)) return otherTarget();
      const scopes = scope === null ? family.scopes : readScopes(scope);
      if (scopes.some((one) => !family.scopes.includes(one))) {
        return new OAuthError('invalid_scope', 'The request asks for more scopes than were granted.');
      }
      const successorSalt = family.successor_salt ?? randomBytes(SALT_BYTES);
      const successor = deriveKey('refreshToken', refreshToken, successorSalt);
      if (isRepeated) return this.issueAgain(family, { scopes, refreshToken: successor }, manager);
      await this.families.markUsed(family, { digest, successorSalt }, manager);
      return this.issue(family, { scopes, refreshToken: successor }, manager);
    });
  }

  /**
   * Ends a refresh token together with its family, or an access token alone. An unknown token counts as already ended.
   */
  async revoke(appId: number, token: string): Promise<void> {
    const digest = digestOf(token);
    await this.families.deleteAccessToken(digest, appId);
    await this.dataSource.transaction(async (manager) => {
      const family = await this.families.lockByRefreshToken(digest, manager);
      if (family?.app_id === appId) await this.families.end(family, manager);
    });
  }

  /** Whether the token was used so recently that its client may not have got the answer. */
  private isRepeated({ used_ms_ago, successor_salt }: RefreshFamily): boolean {
    return used_ms_ago !== null && used_ms_ago < this.graceMs && successor_salt !== null;
  }

  /** @param issued the scopes of the access token, and the refresh token, which keeps all scopes of the family. */
  private async issue(family: Family, issued: Issued, manager: EntityManager): Promise<TokenAnswer> {
    const digest = digestOf(issued.refreshToken);
    const token = { digest, scopes: family.scopes, seconds: REFRESH_SECONDS };
    await this.families.addRefreshToken(family, token, manager);
    return this.issueAgain(family, issued, manager);
  }

  /** Issues an access token beside a refresh token that is already stored. */
  private async issueAgain(
    family: Family,
    { scopes, refreshToken }: Issued,
    manager: EntityManager,
  ): Promise<TokenAnswer> {
    const accessToken = newKey('accessToken');
    const token = { digest: digestOf(accessToken), scopes, seconds: ACCESS_SECONDS };
    await this.families.addAccessToken(family, token, manager);
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: ACCESS_SECONDS,
      refresh_token: refreshToken,
      scope: scopes.join(' '),
      account: { id: family.account_id, name: family.account_name },
    };
  }

  /** A refusal that ends a family must be committed too, so it is a result of the transaction and not an exception. */
  private async decide(
    decision: (manager: EntityManager) => Promise<TokenAnswer | OAuthError>,
  ): Promise<TokenAnswer> {
    const outcome = await this.dataSource.transaction(decision);
    if (outcome instanceof OAuthError) throw outcome;
    return outcome;
  }
}

/** Nothing is consumed or ended meanwhile. `invalid_grant` would make clients forget a token that works again later. */
function suspended(): OAuthError {
  return new OAuthError(
    'unauthorized_client',
    'The account is suspended. The token works again when it resumes.',
  );
}

function isFor(family: Family, resource: Resource | null): boolean {
  return resource === null || resource === family.resource;
}

function otherTarget(): OAuthError {
  return new OAuthError(
    'invalid_target',
    'The person allowed another resource. Ask them for this one: send resource to the authorization page.',
  );
}

function invalidGrant(description: string): OAuthError {
  return new OAuthError('invalid_grant', description);
}
