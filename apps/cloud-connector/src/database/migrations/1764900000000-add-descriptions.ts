import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddDescriptions1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE cloud_connector.numbers ADD COLUMN restrictions jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN quality_rating text, ADD COLUMN messaging_limit text, ADD COLUMN name_status text,
        ADD COLUMN described_at timestamptz(3);
      COMMENT ON COLUMN cloud_connector.numbers.restrictions IS
        'The kinds of message that the provider restricts, each until when: [{kind, until}].';
      COMMENT ON COLUMN cloud_connector.numbers.described_at IS
        'When the provider last told of quality, limit and name, by its clock.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE cloud_connector.numbers DROP COLUMN restrictions, DROP COLUMN quality_rating,
         DROP COLUMN messaging_limit, DROP COLUMN name_status, DROP COLUMN described_at`,
    );
  }
}
