import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddErasures1764540000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.conversations ADD COLUMN erasure_id bigint;
      CREATE INDEX conversations_erasure ON messaging.conversations (account_id, erasure_id)
        WHERE erasure_id IS NOT NULL;
      COMMENT ON COLUMN messaging.conversations.erasure_id IS
        'The erasure of the person; set, the conversation is hidden and about to be deleted.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messaging.conversations DROP COLUMN erasure_id');
  }
}
