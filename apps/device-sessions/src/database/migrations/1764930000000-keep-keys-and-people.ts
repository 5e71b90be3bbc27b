import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps the keys of engines, what was sent and how the network names people. The release before writes neither the new
 * tables nor the new columns; its rows of received messages name the sender by the number, in `from_phone` alone.
 */
export class KeepKeysAndPeople1764930000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      LOCK TABLE device_sessions.sends, device_sessions.received IN ACCESS EXCLUSIVE MODE;

      CREATE TABLE device_sessions.session_keys (
        account_id bigint NOT NULL,
        channel_id bigint NOT NULL,
        kind text NOT NULL,
        id text NOT NULL,
        value bytea NOT NULL,
        CONSTRAINT session_keys_pkey PRIMARY KEY (account_id, channel_id, kind, id)
      );
      COMMENT ON COLUMN device_sessions.session_keys.id IS 'The engine’s own. It may contain a number or an id of a person.';
      COMMENT ON COLUMN device_sessions.session_keys.value IS 'Sealed with SECRET_KEY.';

      CREATE TABLE device_sessions.people (
        account_id bigint NOT NULL,
        channel_id bigint NOT NULL,
        phone text NOT NULL,
        address text,
        user_id text,
        has_written boolean NOT NULL,
        checked_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT people_pkey PRIMARY KEY (account_id, channel_id, phone)
      );
      COMMENT ON TABLE device_sessions.people IS
        'How the network names the people whose number can be spelled in several ways.';
      COMMENT ON COLUMN device_sessions.people.phone IS 'The canonical spelling.';
      COMMENT ON COLUMN device_sessions.people.address IS
        'The network’s spelling. Without it and user_id, nobody has the number.';
      COMMENT ON COLUMN device_sessions.people.has_written IS
        'Whether the person wrote under the address; else the network was asked.';
      CREATE INDEX people_age ON device_sessions.people (checked_at);

      ALTER TABLE device_sessions.sends ADD COLUMN content bytea;
      COMMENT ON COLUMN device_sessions.sends.content IS
        'What was composed, for a device that could not read it: sealed with SECRET_KEY, for 14 days.';
      CREATE INDEX sends_content_age ON device_sessions.sends (created_at) WHERE content IS NOT NULL;

      ALTER TABLE device_sessions.received
        ADD COLUMN phone text, ADD COLUMN user_id text, ADD COLUMN read_at timestamptz(3);
      COMMENT ON COLUMN device_sessions.received.from_phone IS
        'The sender: the id if known, else the number; ''me'' for what was written on the phone itself; '''' if erased.';
      COMMENT ON COLUMN device_sessions.received.phone IS 'The number of the other person, if known.';
      COMMENT ON COLUMN device_sessions.received.user_id IS 'The network’s id of the other person, if known.';
      COMMENT ON COLUMN device_sessions.received.read_at IS 'When the network learned that it was read.';
      CREATE UNIQUE INDEX received_by_message
        ON device_sessions.received (account_id, channel_id, chat_message_id, from_phone);
      ALTER TABLE device_sessions.received DROP CONSTRAINT received_pkey,
        ADD CONSTRAINT received_pkey PRIMARY KEY USING INDEX received_by_message;
      CREATE INDEX received_unread
        ON device_sessions.received (account_id, channel_id, from_phone, number) WHERE read_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      LOCK TABLE device_sessions.sends, device_sessions.received IN ACCESS EXCLUSIVE MODE;
      DROP INDEX device_sessions.received_unread;
      ALTER TABLE device_sessions.received DROP CONSTRAINT received_pkey,
        ADD CONSTRAINT received_pkey PRIMARY KEY (account_id, channel_id, from_phone, chat_message_id),
        DROP COLUMN phone, DROP COLUMN user_id, DROP COLUMN read_at;
      COMMENT ON COLUMN device_sessions.received.from_phone IS NULL;
      ALTER TABLE device_sessions.sends DROP COLUMN content;
      DROP TABLE device_sessions.people;
      DROP TABLE device_sessions.session_keys;
    `);
  }
}
