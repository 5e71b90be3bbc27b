import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddTokenExpiry1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channels.channels ADD COLUMN token_expires_at timestamptz(3), ADD COLUMN token_notice smallint;
      COMMENT ON COLUMN channels.channels.token_expires_at IS
        'When the token of a Cloud channel expires, as the connector says. Null: never, or unknown.';
      COMMENT ON COLUMN channels.channels.token_notice IS
        'How many days before that end clients were told of it last. Null: not yet.';
      CREATE INDEX channels_token_expiry ON channels.channels (token_expires_at) WHERE token_expires_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE channels.channels DROP COLUMN token_expires_at, DROP COLUMN token_notice',
    );
  }
}
