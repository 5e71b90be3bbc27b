import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the bytes of messages. */
export class AddMedia1764210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sandbox.media (
        ref text CONSTRAINT media_pkey PRIMARY KEY,
        blob text NOT NULL,
        size bigint NOT NULL,
        sha256 text NOT NULL,
        state text NOT NULL DEFAULT 'there' CONSTRAINT media_state CHECK (state IN ('there', 'unavailable', 'gone')),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );
      COMMENT ON COLUMN sandbox.media.state IS 'What devices meet that ask for the bytes.';
      CREATE INDEX messages_chat_message_id ON sandbox.messages (chat_message_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sandbox.messages_chat_message_id; DROP TABLE sandbox.media');
  }
}
