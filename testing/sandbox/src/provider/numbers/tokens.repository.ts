import type { DataSource, EntityManager } from 'typeorm';
import { newAccessToken } from '../ids';

/** A system user's own token, or that of a sign-up in the browser. */
export type TokenType = 'SYSTEM_USER' | 'USER';

export interface Token {
  token: string;
  number_id: string;
  account_id: string;
  type: TokenType;
  scopes: string[];
  /** Null: never. */
  expires_at: Date | null;
  is_expired: boolean;
  is_valid: boolean;
}

/** How every token of a number is described; what is absent stays as it is. */
export interface TokenSettings {
  scopes?: string[];
  /** In seconds; 0: never expires. */
  expiresIn?: number;
}

/** The standard login configuration issues tokens for 60 days. */
const SIGN_UP_TOKEN_SECONDS = 60 * 24 * 60 * 60;
/** Since June 2026 tokens of a sign-up have a scope for events instead of that for management. */
const scopesOf: Readonly<Record<TokenType, readonly string[]>> = {
  SYSTEM_USER: ['whatsapp_business_management', 'whatsapp_business_messaging'],
  USER: ['whatsapp_business_manage_events', 'whatsapp_business_messaging', 'public_profile'],
};
const secondsOf: Readonly<Record<TokenType, number>> = { SYSTEM_USER: 0, USER: SIGN_UP_TOKEN_SECONDS };

const SELECT_TOKEN = `
  SELECT token, number_id, account_id, type, scopes, tokens.expires_at, is_valid,
    coalesce(tokens.expires_at <= now(), false) AS is_expired
  FROM sandbox.cloud_tokens AS tokens JOIN sandbox.cloud_numbers AS numbers ON numbers.id = number_id`;

/** The tokens for the accounts of numbers. */
export class TokensRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the latest token of the number that works; a new one of a system user if there is none. */
  async tokenFor(numberId: string): Promise<string> {
    const [known]: Token[] = await this.dataSource.query(
      `${SELECT_TOKEN} WHERE number_id = $1 AND is_valid AND (tokens.expires_at IS NULL OR tokens.expires_at > now())
       ORDER BY tokens.created_at DESC LIMIT 1`,
      [numberId],
    );
    return (known ?? (await this.issue(numberId, 'SYSTEM_USER'))).token;
  }

  async issue(
    numberId: string,
    type: TokenType,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Token> {
    const token = newAccessToken();
    await manager.query(
      `INSERT INTO sandbox.cloud_tokens (token, number_id, type, scopes, expires_at)
       SELECT $1, id, $3, coalesce(token_scopes, $4),
         now() + nullif(coalesce(token_expires_in, $5), 0) * interval '1 second'
       FROM sandbox.cloud_numbers WHERE id = $2`,
      [token, numberId, type, scopesOf[type], secondsOf[type]],
    );
    return (await this.find(token, manager))!;
  }

  /** Issues another token like this one, for 60 days. */
  async renew({ number_id: numberId, type, scopes }: Token): Promise<Token> {
    const token = newAccessToken();
    await this.dataSource.query(
      `INSERT INTO sandbox.cloud_tokens (token, number_id, type, scopes, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second')`,
      [token, numberId, type, scopes, SIGN_UP_TOKEN_SECONDS],
    );
    return (await this.find(token))!;
  }

  async find(token: string, manager: EntityManager = this.dataSource.manager): Promise<Token | null> {
    const [row]: Token[] = await manager.query(`${SELECT_TOKEN} WHERE token = $1`, [token]);
    return row ?? null;
  }

  /** Describes all tokens of the number so, those to come included. */
  async describe(numberId: string, { scopes, expiresIn }: TokenSettings): Promise<void> {
    await this.dataSource.query(
      `UPDATE sandbox.cloud_numbers SET token_scopes = coalesce($2, token_scopes),
         token_expires_in = coalesce($3, token_expires_in) WHERE id = $1`,
      [numberId, scopes ?? null, expiresIn ?? null],
    );
    await this.dataSource.query(
      `UPDATE sandbox.cloud_tokens SET scopes = coalesce($2, scopes),
         expires_at = CASE WHEN $3::integer IS NULL THEN expires_at
           ELSE now() + nullif($3::integer, 0) * interval '1 second' END WHERE number_id = $1`,
      [numberId, scopes ?? null, expiresIn ?? null],
    );
  }

  async setValid(numberId: string, isValid: boolean): Promise<void> {
    await this.dataSource.query(`UPDATE sandbox.cloud_tokens SET is_valid = $2 WHERE number_id = $1`, [
      numberId,
      isValid,
    ]);
  }
}
