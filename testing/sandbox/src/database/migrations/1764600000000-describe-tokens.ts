import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Describes tokens and the status of numbers as the provider does. */
export class DescribeTokens1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sandbox.cloud_numbers ADD COLUMN status text, ADD COLUMN token_scopes text[],
        ADD COLUMN token_expires_in integer;
      COMMENT ON COLUMN sandbox.cloud_numbers.status IS 'Of a registered number; null: CONNECTED.';
      COMMENT ON COLUMN sandbox.cloud_numbers.token_scopes IS 'Those of every token of the number; null: by its type.';
      COMMENT ON COLUMN sandbox.cloud_numbers.token_expires_in IS
        'Seconds from when it is issued, 0: never expires; null: by the type of the token.';
      ALTER TABLE sandbox.cloud_tokens ADD COLUMN type text NOT NULL DEFAULT 'SYSTEM_USER',
        ADD COLUMN scopes text[] NOT NULL DEFAULT '{whatsapp_business_management,whatsapp_business_messaging}',
        ADD COLUMN expires_at timestamptz(3);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sandbox.cloud_tokens DROP COLUMN type, DROP COLUMN scopes, DROP COLUMN expires_at;
      ALTER TABLE sandbox.cloud_numbers DROP COLUMN status, DROP COLUMN token_scopes, DROP COLUMN token_expires_in;
    `);
  }
}
