import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddRetention1764710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE messaging.retention (
        account_id bigint CONSTRAINT retention_pkey PRIMARY KEY,
        message_days integer CONSTRAINT retention_message_days CHECK (message_days >= 7),
        media_days integer CONSTRAINT retention_media_days CHECK (media_days >= 7),
        media_up_to_id bigint NOT NULL DEFAULT 0,
        due_at timestamptz(3) NOT NULL DEFAULT now()
      );
      COMMENT ON TABLE messaging.retention IS 'accounts that do not keep everything';
      COMMENT ON COLUMN messaging.retention.media_up_to_id IS 'the message up to which no bytes are left';
      CREATE INDEX retention_due ON messaging.retention (due_at);

      CREATE TABLE messaging.forgotten_messages (
        account_id bigint NOT NULL,
        channel_id bigint NOT NULL,
        direction text NOT NULL,
        id_digest bytea NOT NULL,
        forgotten_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT forgotten_messages_pkey PRIMARY KEY (account_id, channel_id, direction, id_digest)
      );
      COMMENT ON TABLE messaging.forgotten_messages IS
        'Tombstones of messages that retention deleted: what the network delivers again is not stored again.';
      CREATE INDEX forgotten_messages_forgotten_at ON messaging.forgotten_messages (forgotten_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE messaging.retention, messaging.forgotten_messages');
  }
}
