import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the reactions to a message by the id that the network gave it. */
export class FindReactions1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX IF NOT EXISTS messages_reactions
        ON messaging.messages (account_id, channel_id, (content->'reaction'->>'message_id')) WHERE type = 'reaction'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX messaging.messages_reactions');
  }
}
