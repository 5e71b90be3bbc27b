import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Old records are found by their age. */
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
