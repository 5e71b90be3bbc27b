import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Endpoints that exist, and those that replicas of the version before still register, have no creator: they belong to
 * the account.
 */
export class AddEndpointCreators1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhooks.endpoints
        ADD COLUMN creator_type text CONSTRAINT endpoints_creator_type CHECK (creator_type IN ('key', 'app', 'user')),
        ADD COLUMN creator_id text,
        ADD COLUMN creator_name text,
        ADD COLUMN grant_id bigint,
        ADD CONSTRAINT endpoints_creator CHECK ((creator_type IS NULL) = (creator_id IS NULL)),
        ADD CONSTRAINT endpoints_grant CHECK ((creator_type IS NOT DISTINCT FROM 'app') = (grant_id IS NOT NULL));
      COMMENT ON COLUMN webhooks.endpoints.creator_type IS 'null: made before creators were recorded';
      COMMENT ON COLUMN webhooks.endpoints.grant_id IS 'of an app: the endpoint is deleted when this grant ends';

      CREATE TABLE webhooks.ended_grants (
        account_id bigint NOT NULL,
        grant_id bigint NOT NULL,
        ended_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ended_grants_pkey PRIMARY KEY (account_id, grant_id)
      );
      CREATE INDEX ended_grants_ended_at ON webhooks.ended_grants (ended_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE webhooks.ended_grants;
      ALTER TABLE webhooks.endpoints DROP COLUMN creator_type, DROP COLUMN creator_id, DROP COLUMN creator_name,
        DROP COLUMN grant_id;
    `);
  }
}
