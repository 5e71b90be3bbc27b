import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A receipt changes no column that an index reads, and pages have room for it: Postgres then writes the new version of
 * the row beside the old one and no index at all. Reading the status in an index took that from every receipt.
 */
export class UpdateMessagesInPlace1764550000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX messaging.messages_unsettled;
      CREATE INDEX messages_unsettled ON messaging.messages (settle_at) WHERE settle_at IS NOT NULL;
      ALTER TABLE messaging.messages SET (fillfactor = 85);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.messages RESET (fillfactor);
      DROP INDEX messaging.messages_unsettled;
      CREATE INDEX messages_unsettled ON messaging.messages (settle_at) WHERE status = 'sending';
    `);
  }
}
