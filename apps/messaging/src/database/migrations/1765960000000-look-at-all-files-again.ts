import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sweep of files that accounts no longer keep passed some that were not old enough yet, and did not come back to them. */
export class LookAtAllFilesAgain1765960000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE messaging.retention SET media_up_to_id = 0');
  }

  async down(): Promise<void> {
    // Nothing to undo: the sweep may begin anywhere.
  }
}
