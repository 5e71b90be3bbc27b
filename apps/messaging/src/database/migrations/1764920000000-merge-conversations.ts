import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MergeConversations1764920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.conversations ADD COLUMN is_merged boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN messaging.conversations.is_merged IS
        'its messages are moving into another one; when all have moved, the row goes';
      CREATE TABLE messaging.merged_conversations (
        account_id bigint NOT NULL,
        id bigint NOT NULL,
        merged_into bigint NOT NULL,
        base bigint NOT NULL,
        is_moving boolean NOT NULL DEFAULT true,
        CONSTRAINT merged_conversations_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT merged_conversations_survivor FOREIGN KEY (account_id, merged_into)
          REFERENCES messaging.conversations (account_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE messaging.merged_conversations IS 'ids of conversations that lead to others for good';
      COMMENT ON COLUMN messaging.merged_conversations.base IS
        'what is added to the sequence number of a message that has not moved yet';
      CREATE INDEX merged_conversations_of ON messaging.merged_conversations (account_id, merged_into);
      CREATE INDEX merged_conversations_moving ON messaging.merged_conversations (account_id, merged_into)
        WHERE is_moving;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE messaging.merged_conversations;
      ALTER TABLE messaging.conversations DROP COLUMN is_merged;
    `);
  }
}
