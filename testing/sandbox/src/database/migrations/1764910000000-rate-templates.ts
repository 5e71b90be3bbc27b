import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gives templates a quality. */
export class RateTemplates1764910000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE sandbox.cloud_templates ADD COLUMN quality text NOT NULL DEFAULT 'UNKNOWN',
         ADD COLUMN rated_at timestamptz(3)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sandbox.cloud_templates DROP COLUMN quality, DROP COLUMN rated_at');
  }
}
