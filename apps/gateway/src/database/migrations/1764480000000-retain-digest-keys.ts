import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A digest may be accompanied by what verifies it when its secret key is gone. */
export class RetainDigestKeys1764480000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.api_keys ADD COLUMN secret_digest_key bytea, ADD COLUMN former_secret_digest_key bytea;
      ALTER TABLE gateway.developer_apps ADD COLUMN secret_digest_key bytea;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.api_keys DROP COLUMN secret_digest_key, DROP COLUMN former_secret_digest_key;
      ALTER TABLE gateway.developer_apps DROP COLUMN secret_digest_key;
    `);
  }
}
