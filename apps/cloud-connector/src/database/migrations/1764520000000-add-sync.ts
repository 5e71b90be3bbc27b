import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSync1764520000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE cloud_connector.numbers ADD COLUMN sync jsonb;
      COMMENT ON COLUMN cloud_connector.numbers.sync IS
        'How far the business app has shared contacts and history; null for a number that is not in it.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cloud_connector.numbers DROP COLUMN sync');
  }
}
