import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSync1764510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channels.channels ADD COLUMN sync jsonb;
      COMMENT ON COLUMN channels.channels.sync IS
        'How far the history of a number in the business app is shared, as the connector says.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channels.channels DROP COLUMN sync');
  }
}
