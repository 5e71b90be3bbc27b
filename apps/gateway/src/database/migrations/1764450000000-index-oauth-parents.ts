import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the sweep find out whether a grant or an app is still referenced. */
export class IndexOAuthParents1764450000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX oauth_families_grant ON gateway.oauth_families (account_id, grant_id);
      CREATE INDEX oauth_grants_app ON gateway.oauth_grants (app_account_id, app_id);
      CREATE INDEX oauth_grants_revoked_at ON gateway.oauth_grants (revoked_at) WHERE revoked_at IS NOT NULL;
      CREATE INDEX developer_apps_deleted_at ON gateway.developer_apps (deleted_at) WHERE deleted_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX gateway.oauth_families_grant, gateway.oauth_grants_app, gateway.oauth_grants_revoked_at,
        gateway.developer_apps_deleted_at;
    `);
  }
}
