import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts let agents in (MCP) when an administrator says so, and a grant says how far each may go. Replicas of the version before
 * have no MCP server, and need to know nothing of either.
 */
export class LetAgentsIn1765940100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.accounts ADD COLUMN mcp boolean NOT NULL DEFAULT false;
      ALTER TABLE gateway.oauth_grants
        ADD COLUMN mcp_access text,
        ADD COLUMN mcp_conversation_ids bigint[] NOT NULL DEFAULT '{}',
        ADD COLUMN mcp_channel_id bigint,
        ADD COLUMN mcp_until timestamptz(3),
        ADD CONSTRAINT oauth_grants_mcp_access CHECK (mcp_access IN ('read', 'answer', 'answer_named', 'write')),
        ADD CONSTRAINT oauth_grants_mcp_named CHECK (mcp_access <> 'answer_named' OR (mcp_until IS NOT NULL
          AND (mcp_channel_id IS NULL) = (cardinality(mcp_conversation_ids) > 0)));
      COMMENT ON COLUMN gateway.oauth_grants.mcp_access IS 'how far an agent may go; null: it may read';
      COMMENT ON COLUMN gateway.oauth_grants.mcp_until IS 'until when an agent may answer in what is named';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.oauth_grants
        DROP COLUMN mcp_access, DROP COLUMN mcp_conversation_ids, DROP COLUMN mcp_channel_id, DROP COLUMN mcp_until;
      ALTER TABLE gateway.accounts DROP COLUMN mcp;
    `);
  }
}
