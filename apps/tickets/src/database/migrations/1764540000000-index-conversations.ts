import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexConversations1764540000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX tickets_by_conversation ON tickets.tickets (account_id, conversation_id, id)
        WHERE conversation_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX tickets.tickets_by_conversation');
  }
}
