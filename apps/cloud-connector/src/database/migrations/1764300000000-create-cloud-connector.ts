import type { MigrationInterface, QueryRunner } from 'typeorm';
import { deletedChannelsSql } from '@chat/service-kit';

export class CreateCloudConnector1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE cloud_connector.numbers (
        account_id bigint NOT NULL,
        channel_id bigint NOT NULL,
        waba_id text NOT NULL,
        phone_number_id text NOT NULL,
        phone_number text NOT NULL,
        is_coexistence boolean NOT NULL,
        is_registered_here boolean NOT NULL DEFAULT false,
        credentials bytea NOT NULL,
        credentials_version integer NOT NULL DEFAULT 1,
        status text NOT NULL
          CONSTRAINT numbers_status CHECK (status IN ('connected', 'disconnected')),
        reason text NOT NULL,
        last_error text,
        is_billing_blocked boolean NOT NULL DEFAULT false,
        version bigint NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT numbers_pkey PRIMARY KEY (account_id, channel_id),
        CONSTRAINT numbers_phone_number_id UNIQUE (phone_number_id)
      );
      CREATE INDEX numbers_waba ON cloud_connector.numbers (waba_id);
      COMMENT ON COLUMN cloud_connector.numbers.credentials IS 'Token and PIN as JSON, sealed with SECRET_KEY.';
      COMMENT ON COLUMN cloud_connector.numbers.credentials_version IS
        'Grows with every connection: whoever remembers an older one reads the row again.';
      COMMENT ON COLUMN cloud_connector.numbers.is_registered_here IS
        'Registered by our onboarding: deregistered with the channel.';
      COMMENT ON CONSTRAINT numbers_phone_number_id ON cloud_connector.numbers IS
        'One channel of the installation has a number, whatever its account.';

      CREATE TABLE cloud_connector.sends (
        account_id bigint NOT NULL,
        message_id bigint NOT NULL,
        channel_id bigint NOT NULL,
        chat_message_id text,
        state text NOT NULL
          CONSTRAINT sends_state CHECK (state IN ('sending', 'accepted', 'refused', 'unknown')),
        error jsonb,
        told smallint NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT sends_pkey PRIMARY KEY (account_id, message_id)
      );
      CREATE INDEX sends_chat_message ON cloud_connector.sends (account_id, channel_id, chat_message_id)
        WHERE chat_message_id IS NOT NULL;
      COMMENT ON COLUMN cloud_connector.sends.chat_message_id IS 'Null until the provider accepted the message.';
      COMMENT ON COLUMN cloud_connector.sends.told IS 'The statuses that were reported, a bit for each.';

      CREATE TABLE cloud_connector.received (
        account_id bigint NOT NULL,
        channel_id bigint NOT NULL,
        chat_message_id text NOT NULL,
        number bigint GENERATED ALWAYS AS IDENTITY,
        received_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT received_pkey PRIMARY KEY (account_id, channel_id, chat_message_id)
      );
      COMMENT ON TABLE cloud_connector.received IS 'The provider delivers at least once.';

      CREATE TABLE cloud_connector.callbacks (
        id bigint GENERATED ALWAYS AS IDENTITY,
        body text NOT NULL,
        received_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT callbacks_pkey PRIMARY KEY (id)
      );
      COMMENT ON TABLE cloud_connector.callbacks IS 'Signed, acknowledged, and not worked on yet.';

      ${deletedChannelsSql('cloud_connector')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA cloud_connector CASCADE');
  }
}
