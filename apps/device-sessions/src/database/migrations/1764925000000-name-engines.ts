import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A session names the engine that its phone was linked with. Links of the release before were made by the only one. */
export class NameEngines1764925000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE device_sessions.sessions ADD COLUMN engine text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE device_sessions.sessions DROP COLUMN engine');
  }
}
