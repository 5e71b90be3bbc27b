import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refresh token that is used again soon gives the same successor. Without a salt, a second use ends its family, as before. */
export class SaltSuccessorsOfTokens1764620000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.oauth_tokens ADD COLUMN successor_salt bytea;
      COMMENT ON COLUMN gateway.oauth_tokens.successor_salt
        IS 'of a used refresh token: what its successor is derived with, together with the token itself';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE gateway.oauth_tokens DROP COLUMN successor_salt');
  }
}
