import type { MigrationInterface, QueryRunner } from 'typeorm';

/** After the triggers of the migration before, so that nobody is missed. */
export class FindConversations1765510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO messaging.renamed_people (account_id, canonical_phone)
      SELECT DISTINCT account_id, canonical_phone FROM messaging.conversations WHERE NOT is_merged;
      CREATE INDEX IF NOT EXISTS conversations_unread
        ON messaging.conversations (account_id, last_message_at DESC, id DESC) WHERE unread_count > 0;
      CREATE INDEX IF NOT EXISTS conversations_unread_of_channel
        ON messaging.conversations (account_id, channel_id, last_message_at DESC, id DESC) WHERE unread_count > 0;
      CREATE INDEX IF NOT EXISTS contact_names_contact
        ON messaging.contact_names (account_id, contact_id) WHERE contact_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX messaging.conversations_unread;
      DROP INDEX messaging.conversations_unread_of_channel;
      DROP INDEX messaging.contact_names_contact;
    `);
  }
}
