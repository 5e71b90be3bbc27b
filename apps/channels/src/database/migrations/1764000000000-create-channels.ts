import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateChannels1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channels.channels (
        account_id bigint NOT NULL,
        id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        business_name text NOT NULL,
        phone_number text,
        channel_type text NOT NULL CONSTRAINT channels_channel_type CHECK (channel_type IN ('cloud', 'device')),
        origin text NOT NULL CONSTRAINT channels_origin CHECK (origin IN ('cloud', 'device')),
        connection_status text NOT NULL
          CONSTRAINT channels_connection_status CHECK (connection_status IN ('pending', 'connected', 'disconnected')),
        is_default boolean NOT NULL,
        device_raw_status text,
        session_epoch bigint NOT NULL,
        session_seq bigint NOT NULL,
        last_error text,
        last_seen_at timestamptz(3),
        last_heartbeat_at timestamptz(3),
        version bigint NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT channels_pkey PRIMARY KEY (account_id, id)
      );
      CREATE UNIQUE INDEX channels_default ON channels.channels (account_id) WHERE is_default;
      CREATE UNIQUE INDEX channels_connected_number ON channels.channels (account_id, phone_number)
        WHERE origin = 'device' AND connection_status = 'connected';
      CREATE INDEX channels_phone_number ON channels.channels (account_id, phone_number);

      CREATE TABLE channels.account_quotas (
        account_id bigint CONSTRAINT account_quotas_pkey PRIMARY KEY,
        channels_in_use integer NOT NULL CONSTRAINT account_quotas_channels_in_use CHECK (channels_in_use >= 0)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA channels CASCADE');
  }
}
