import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { credentialIdOf, scopesWithin, type Role } from '@chat/contracts';
import type { AgentAccess } from '@chat/contracts/gateway';
import type { Agent } from '../agents/agent-access.rules';
import { ACCOUNT_COLUMNS, type AccountColumns } from './account-columns';
import type { Resource } from '../resources/resource.rules';
import type { Principal } from './principal';

interface TokenRow extends AccountColumns {
  is_app_suspended: boolean;
  account_id: number;
  grant_id: number;
  scopes: string[];
  role: Role;
  client_id: string;
  app_name: string;
  resource: Resource;
  access: AgentAccess;
  conversation_ids: number[];
  channel_id: number | null;
  is_over: boolean;
}

@Injectable()
export class AccessTokensRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns the token's principal, as long as nothing that it depends on has ended. It is suspended with its account, and
   * with the account that the app belongs to.
   */
  async find(digest: Buffer): Promise<Principal | null> {
    const [row]: TokenRow[] = await this.dataSource.query(
      `SELECT t.account_id, f.grant_id, t.scopes, u.role, d.client_id, d.name AS app_name,
         coalesce(f.resource, 'api') AS resource, coalesce(g.mcp_access, 'read') AS access,
         to_json(g.mcp_conversation_ids) AS conversation_ids, g.mcp_channel_id AS channel_id,
         coalesce(g.mcp_until <= now(), false) AS is_over, owner.suspended_at IS NOT NULL AS is_app_suspended,
         ${ACCOUNT_COLUMNS}
       FROM gateway.oauth_tokens t
       JOIN gateway.oauth_families f ON f.account_id = t.account_id AND f.id = t.family_id
       JOIN gateway.oauth_grants g ON g.account_id = f.account_id AND g.id = f.grant_id
       JOIN gateway.users u ON u.account_id = g.account_id AND u.id = g.user_id
       JOIN gateway.developer_apps d ON d.account_id = g.app_account_id AND d.id = g.app_id
       JOIN gateway.accounts owner ON owner.id = d.account_id
       JOIN gateway.accounts a ON a.id = t.account_id
       WHERE t.digest = $1 AND t.kind = 'access' AND t.expires_at > now()
         AND f.ended_at IS NULL AND g.revoked_at IS NULL AND d.deleted_at IS NULL`,
      [digest],
    );
    if (!row) return null;
    const { account_id, account_name, grant_id, scopes, role, client_id, app_name, ...rest } = row;
    const { resource, access, conversation_ids, channel_id, is_over, ...others } = rest;
    const { is_suspended, is_app_suspended, takes_agents: takesAgents, ...plan } = others;
    const agent: Agent = {
      grantId: grant_id,
      access,
      conversationIds: conversation_ids,
      channelId: channel_id,
      isOver: is_over,
    };
    return {
      account: { id: account_id, plan },
      accountName: account_name,
      credential: {
        type: 'bearer',
        id: credentialIdOf(grant_id),
        // Gateways of the version before grant more than the role includes.
        scopes: scopesWithin(role, scopes),
        app: { id: client_id, name: app_name },
      },
      resource,
      agent: resource === 'mcp' ? agent : null,
      takesAgents,
      allowlist: null,
      isSuspended: is_suspended || is_app_suspended,
    };
  }
}
