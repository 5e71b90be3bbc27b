import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddLastErrorReason1764920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE cloud_connector.numbers ADD COLUMN last_error_reason text;
      COMMENT ON COLUMN cloud_connector.numbers.last_error_reason IS
        'What last_error says, in one word, of a number that stays connected; reason says why one is disconnected.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cloud_connector.numbers DROP COLUMN last_error_reason');
  }
}
