import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddMessageChanges1764630000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.messages ADD COLUMN edited_at timestamptz(3), ADD COLUMN deleted_at timestamptz(3);
      COMMENT ON COLUMN messaging.messages.edited_at IS 'when its sender last changed its text, by the clock of the network';
      COMMENT ON COLUMN messaging.messages.deleted_at IS 'when its sender deleted it, by the clock of the network';

      CREATE TABLE messaging.message_changes (
        account_id bigint NOT NULL,
        channel_id bigint NOT NULL,
        direction text NOT NULL,
        chat_message_id text NOT NULL,
        canonical_phone text NOT NULL,
        provider_user_id text,
        is_deletion boolean NOT NULL,
        body text,
        changed_at timestamptz(3) NOT NULL,
        due_at timestamptz(3) NOT NULL DEFAULT now() + interval '1 second',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT message_changes_pkey
          PRIMARY KEY (account_id, channel_id, direction, chat_message_id, canonical_phone)
      );
      COMMENT ON TABLE messaging.message_changes IS
        'Edits and deletions by the sender of a message that has not arrived; kept for 7 days.';
      COMMENT ON COLUMN messaging.message_changes.canonical_phone IS 'identifies the person, as in conversations';
      COMMENT ON COLUMN messaging.message_changes.due_at IS 'when the message is looked for again';
      CREATE INDEX message_changes_due ON messaging.message_changes (due_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE messaging.message_changes;
      ALTER TABLE messaging.messages DROP COLUMN edited_at, DROP COLUMN deleted_at;
    `);
  }
}
