import type { MigrationInterface, QueryRunner } from 'typeorm';
import { deletedChannelsSql } from '@chat/service-kit';

export class CreateDeviceSessions1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE device_sessions.sessions (
        account_id bigint NOT NULL,
        channel_id bigint NOT NULL,
        raw_status text NOT NULL DEFAULT 'STOPPED',
        epoch bigint NOT NULL DEFAULT 0,
        seq bigint NOT NULL DEFAULT 0,
        owner text,
        lease_expires_at timestamptz(3),
        desired text NOT NULL DEFAULT 'STOPPED'
          CONSTRAINT sessions_desired CHECK (desired IN ('RUNNING', 'STOPPED')),
        credentials bytea,
        phone_number text,
        last_error text,
        last_seen_at timestamptz(3),
        last_heartbeat_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT sessions_pkey PRIMARY KEY (account_id, channel_id),
        CONSTRAINT sessions_lease CHECK (owner IS NULL OR lease_expires_at IS NOT NULL)
      );
      COMMENT ON COLUMN device_sessions.sessions.epoch IS
        'Counts the owners. Every write of an owner names its epoch: that of a former owner has no effect.';
      COMMENT ON COLUMN device_sessions.sessions.credentials IS 'Sealed with SECRET_KEY; null until a phone links.';
      CREATE INDEX sessions_leased ON device_sessions.sessions (lease_expires_at) WHERE owner IS NOT NULL;
      CREATE INDEX sessions_orphaned ON device_sessions.sessions (account_id, channel_id)
        WHERE owner IS NULL AND desired = 'RUNNING' AND credentials IS NOT NULL;

      CREATE TABLE device_sessions.sends (
        account_id bigint NOT NULL,
        message_id bigint NOT NULL,
        channel_id bigint NOT NULL,
        chat_message_id text,
        state text NOT NULL
          CONSTRAINT sends_state CHECK (state IN ('sending', 'accepted', 'refused', 'unknown')),
        error jsonb,
        version bigint NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT sends_pkey PRIMARY KEY (account_id, message_id),
        CONSTRAINT sends_chat_message UNIQUE (account_id, channel_id, chat_message_id)
      );
      COMMENT ON COLUMN device_sessions.sends.chat_message_id IS 'Null where the send was refused before it began.';
      COMMENT ON COLUMN device_sessions.sends.version IS 'Counts the acknowledgements.';

      CREATE TABLE device_sessions.received (
        account_id bigint NOT NULL,
        channel_id bigint NOT NULL,
        from_phone text NOT NULL,
        chat_message_id text NOT NULL,
        number bigint GENERATED ALWAYS AS IDENTITY,
        received_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT received_pkey PRIMARY KEY (account_id, channel_id, from_phone, chat_message_id)
      );
      COMMENT ON TABLE device_sessions.received IS
        'The network delivers at least once; a sender chooses the ids of its own messages.';

      ${deletedChannelsSql('device_sessions')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA device_sessions CASCADE');
  }
}
