import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds apps of third parties, which users allow to act for their accounts. Users can be disabled. */
export class CreateDeveloperApps1764430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.developer_apps (
        account_id bigint NOT NULL CONSTRAINT developer_apps_account REFERENCES gateway.accounts (id),
        id bigint GENERATED ALWAYS AS IDENTITY,
        name text NOT NULL,
        client_id text NOT NULL CONSTRAINT developer_apps_client_id UNIQUE,
        -- Null: a public app, which can keep no secret.
        secret_digest bytea CONSTRAINT developer_apps_secret_digest CHECK (octet_length(secret_digest) = 37),
        redirect_uris text[] NOT NULL,
        -- Kept for a while, so that what depends on the app ends at once and is deleted in batches.
        deleted_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT developer_apps_pkey PRIMARY KEY (account_id, id)
      );
      CREATE UNIQUE INDEX developer_apps_id ON gateway.developer_apps (id);

      ALTER TABLE gateway.users ADD COLUMN disabled_at timestamptz(3);
      CREATE UNIQUE INDEX users_id ON gateway.users (id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX gateway.users_id;
      ALTER TABLE gateway.users DROP COLUMN disabled_at;
      DROP TABLE gateway.developer_apps;
    `);
  }
}
