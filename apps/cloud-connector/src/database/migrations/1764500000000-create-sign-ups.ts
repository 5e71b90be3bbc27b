import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSignUps1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE cloud_connector.sign_ups (
        account_id bigint NOT NULL,
        id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        session_id uuid NOT NULL,
        code_digest bytea NOT NULL,
        is_coexistence boolean NOT NULL,
        credentials bytea,
        hinted_waba_id text,
        hinted_phone_number_id text,
        waba_id text,
        phone_number_id text,
        is_registered_here boolean NOT NULL DEFAULT false,
        is_begun boolean NOT NULL DEFAULT false,
        busy_until timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT sign_ups_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT sign_ups_code UNIQUE (account_id, code_digest)
      );
      CREATE INDEX sign_ups_created ON cloud_connector.sign_ups (created_at);
      COMMENT ON TABLE cloud_connector.sign_ups IS 'Numbers that people signed up for, on their way to a channel.';
      COMMENT ON COLUMN cloud_connector.sign_ups.credentials IS 'Token and PIN as JSON, sealed with SECRET_KEY.';
      COMMENT ON COLUMN cloud_connector.sign_ups.busy_until IS
        'Until then somebody may be calling the provider for it: it is not undone meanwhile.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE cloud_connector.sign_ups');
  }
}
