import type { MigrationInterface, QueryRunner } from 'typeorm';

export class HideNumbers1764320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.conversations ALTER COLUMN contact_phone DROP NOT NULL;
      ALTER TABLE messaging.conversations ADD COLUMN provider_user_id text;
      CREATE INDEX conversations_provider_user ON messaging.conversations (account_id, channel_id, provider_user_id)
        WHERE provider_user_id IS NOT NULL;
      COMMENT ON COLUMN messaging.conversations.canonical_phone IS
        'The number in one spelling, or user: and what the network calls somebody whose number it hides.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE messaging.conversations DROP COLUMN provider_user_id`);
  }
}
