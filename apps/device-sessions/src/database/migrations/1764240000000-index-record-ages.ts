import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes records by age, so that old ones can be found. */
export class IndexRecordAges1764240000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX sends_age ON device_sessions.sends (created_at);
      CREATE INDEX received_age ON device_sessions.received (received_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX device_sessions.sends_age, device_sessions.received_age');
  }
}
