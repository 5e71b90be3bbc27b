import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Expands only: existing rows, and rows that an older replica still writes, are valid as they are. */
export class AddMessageContent1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.messages
        ADD COLUMN content jsonb,
        -- The only connector there was.
        ADD COLUMN connector text NOT NULL DEFAULT 'device-sessions';
      COMMENT ON COLUMN messaging.messages.body IS 'What people read of the content: the text, or the caption.';
      COMMENT ON COLUMN messaging.messages.content IS
        'The members of the content beside its type and its text; null when it has no others.';
      COMMENT ON COLUMN messaging.messages.connector IS
        'The service that took the message to hand it over, or brought it in.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messaging.messages DROP COLUMN content, DROP COLUMN connector');
  }
}
