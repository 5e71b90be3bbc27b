import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Grants that ended before are announced, too: other services may have learned of grants while replicas of the version
 * before, which announce nothing, still ended them.
 */
export class AnnounceEndedGrants1764470000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.oauth_grants ADD COLUMN announced_at timestamptz(3);
      COMMENT ON COLUMN gateway.oauth_grants.announced_at IS 'when the event that it ended was emitted';
      CREATE INDEX oauth_grants_unannounced ON gateway.oauth_grants (revoked_at)
        WHERE revoked_at IS NOT NULL AND announced_at IS NULL;
      CREATE INDEX oauth_grants_app_in_use ON gateway.oauth_grants (app_account_id, app_id) WHERE revoked_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX gateway.oauth_grants_app_in_use;
      ALTER TABLE gateway.oauth_grants DROP COLUMN announced_at;
    `);
  }
}
