import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A digest may begin with five bytes that name the secret key it depends on. */
export class VersionKeyDigests1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.api_keys DROP CONSTRAINT api_keys_secret_digest,
        ADD CONSTRAINT api_keys_secret_digest CHECK (octet_length(secret_digest) IN (32, 37));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.api_keys DROP CONSTRAINT api_keys_secret_digest,
        ADD CONSTRAINT api_keys_secret_digest CHECK (octet_length(secret_digest) = 32) NOT VALID;
    `);
  }
}
