import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Templates that may differ at the provider are read again before they are sent; and each has a quality there. */
export class AddOutdatedAndQuality1764910000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE templates.templates ADD COLUMN outdated_at timestamptz(3), ADD COLUMN quality_score text',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE templates.templates DROP COLUMN outdated_at, DROP COLUMN quality_score');
  }
}
