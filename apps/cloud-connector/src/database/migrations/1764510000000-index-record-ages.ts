import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes records by age, so that old ones can be found. */
export class IndexRecordAges1764510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX sends_age ON cloud_connector.sends (created_at);
      CREATE INDEX received_age ON cloud_connector.received (received_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX cloud_connector.sends_age, cloud_connector.received_age');
  }
}
