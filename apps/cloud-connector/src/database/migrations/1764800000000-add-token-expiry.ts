import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All known tokens are due, so that the first round reads when they expire. */
export class AddTokenExpiry1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE cloud_connector.numbers ADD COLUMN token_expires_at timestamptz(3),
        ADD COLUMN token_check_at timestamptz(3) NOT NULL DEFAULT now();
      COMMENT ON COLUMN cloud_connector.numbers.token_expires_at IS 'By the provider. Null: never, or unknown.';
      COMMENT ON COLUMN cloud_connector.numbers.token_check_at IS
        'When the provider is asked about the token next; a process that asks postpones it for the others.';
      CREATE INDEX numbers_token_check ON cloud_connector.numbers (token_check_at) WHERE status = 'connected';
      CREATE INDEX numbers_token_expiry ON cloud_connector.numbers (token_expires_at)
        WHERE status = 'connected' AND token_expires_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE cloud_connector.numbers DROP COLUMN token_expires_at, DROP COLUMN token_check_at',
    );
  }
}
