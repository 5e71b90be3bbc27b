import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddLastErrorReason1764920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channels.channels ADD COLUMN last_error_reason text;
      COMMENT ON COLUMN channels.channels.last_error_reason IS
        'What last_error says, in one word.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channels.channels DROP COLUMN last_error_reason');
  }
}
