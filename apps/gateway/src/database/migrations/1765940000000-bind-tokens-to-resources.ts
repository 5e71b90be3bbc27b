import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a code and its tokens are for (RFC 8707); null: the API. What a person allows an app for MCP stands beside what they
 * allow it for the API, so that neither consent counts as the other. Replicas of the version before know only the API.
 */
export class BindTokensToResources1765940000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.oauth_families
        ADD COLUMN resource text CONSTRAINT oauth_families_resource CHECK (resource = 'mcp');
      ALTER TABLE gateway.oauth_grants ADD COLUMN mcp_scopes text[];
      COMMENT ON COLUMN gateway.oauth_families.resource IS 'what the tokens are for; null: the API';
      COMMENT ON COLUMN gateway.oauth_grants.mcp_scopes IS 'what the person allowed for MCP; null: nothing';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.oauth_grants DROP COLUMN mcp_scopes;
      ALTER TABLE gateway.oauth_families DROP COLUMN resource;
    `);
  }
}
