import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Receipts change no column that an index uses, and pages have room for them: Postgres then writes the new version of the
 * row next to the old one and no index entry (HOT). The former index used the status, so every receipt wrote to all indexes.
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
