import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { Token, TokensRepository } from './tokens.repository';

/** The codes of sign-ups: for one use, within half a minute. */
export class CodesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: TokensRepository,
    private readonly livesMs: number,
  ) {}

  async issue(numberId: string): Promise<string> {
    const code = `AQ${randomBytes(48).toString('base64url')}`;
    await this.dataSource.query(
      `INSERT INTO sandbox.cloud_codes (code, number_id, expires_at)
       VALUES ($1, $2, now() + $3 * interval '1 millisecond')`,
      [code, numberId, this.livesMs],
    );
    return code;
  }

  /** Of concurrent redemptions of one code, only one gets the token. */
  async redeem(code: string): Promise<Token | 'unknown' | 'expired' | 'used'> {
    return this.dataSource.transaction(async (manager) => {
      const [row]: { number_id: string; is_expired: boolean; is_used: boolean }[] = await manager.query(
        `SELECT number_id, expires_at <= now() AS is_expired, used_at IS NOT NULL AS is_used
         FROM sandbox.cloud_codes WHERE code = $1 FOR UPDATE`,
        [code],
      );
      if (!row) return 'unknown';
      if (row.is_used) return 'used';
      if (row.is_expired) return 'expired';
      await manager.query(`UPDATE sandbox.cloud_codes SET used_at = now() WHERE code = $1`, [code]);
      return this.tokens.issue(row.number_id, 'USER', manager);
    });
  }
}
