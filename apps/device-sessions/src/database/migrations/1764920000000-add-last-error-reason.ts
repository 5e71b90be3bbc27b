import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddLastErrorReason1764920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE device_sessions.sessions ADD COLUMN last_error_reason text;
      COMMENT ON COLUMN device_sessions.sessions.last_error_reason IS
        'What last_error says, in one word.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE device_sessions.sessions DROP COLUMN last_error_reason');
  }
}
