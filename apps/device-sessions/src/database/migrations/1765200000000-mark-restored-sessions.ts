import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A session that was restored from a backup is marked, so that its engine drops what others went on with meanwhile. */
export class MarkRestoredSessions1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE device_sessions.sessions ADD COLUMN restored boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN device_sessions.sessions.restored IS
        'Set by docs/restore.sql: its keys are of the past until its owner has dropped those that others have gone on with.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE device_sessions.sessions DROP COLUMN restored');
  }
}
