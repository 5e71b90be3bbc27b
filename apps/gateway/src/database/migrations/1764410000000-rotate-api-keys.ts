import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A key may temporarily have a second secret, and shows when it was last used. */
export class RotateApiKeys1764410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.api_keys
        -- The secret before the last rotation, and until when it works.
        ADD COLUMN former_secret_digest bytea,
        ADD COLUMN former_secret_until timestamptz(3),
        ADD COLUMN last_used_at timestamptz(3),
        ADD CONSTRAINT api_keys_former_secret
          CHECK ((former_secret_digest IS NULL) = (former_secret_until IS NULL));
      CREATE INDEX api_keys_former_secret_until ON gateway.api_keys (former_secret_until)
        WHERE former_secret_until IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.api_keys
        DROP COLUMN former_secret_digest, DROP COLUMN former_secret_until, DROP COLUMN last_used_at;
    `);
  }
}
