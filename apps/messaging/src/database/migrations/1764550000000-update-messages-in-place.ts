import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Receipts change no indexed column, and pages have free room, so Postgres writes the new row version next to the old
 * one and no index entry (HOT). The previous index contained the status, so every receipt wrote to all indexes.
 */
export class UpdateMessagesInPlace1764550000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX IF NOT EXISTS messages_to_settle ON messaging.messages (settle_at) WHERE settle_at IS NOT NULL;
      DROP INDEX messaging.messages_unsettled;
      ALTER TABLE messaging.messages SET (fillfactor = 85);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.messages RESET (fillfactor);
      CREATE INDEX messages_unsettled ON messaging.messages (settle_at) WHERE status = 'sending';
      DROP INDEX messaging.messages_to_settle;
    `);
  }
}
