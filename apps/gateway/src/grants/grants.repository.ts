import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Scope } from '@chat/contracts';
import type { AgentAccess } from '@chat/contracts/gateway';
import type { AgentChoice } from '../agents/agent-choice.rules';
import type { Resource } from '../resources/resource.rules';
import { joinSignIn } from '../sign-ins/sign-in.sql';

/** A user's grant of scopes to an app. */
export interface GrantRow {
  readonly id: number;
  readonly account_id: number;
  readonly user_id: number;
  readonly email: string;
  readonly app_id: number;
  readonly app_name: string;
  readonly client_id: string;
  readonly scopes: string[];
  /** Null if nothing is allowed for MCP. */
  readonly mcp_scopes: string[] | null;
  readonly mcp_access: AgentAccess;
  readonly mcp_conversation_ids: number[];
  readonly mcp_channel_id: number | null;
  readonly mcp_until: Date | null;
  readonly revoked_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** An account, or one of its users. */
export interface GrantOwner {
  readonly accountId: number;
  readonly userId?: number;
}

interface Grantor {
  readonly account_id: number;
  readonly user_id: number;
}

interface GrantedApp {
  readonly id: number;
  readonly accountId: number;
}

/** What a person allows. The consent for one resource neither replaces that for another nor counts as it. */
export interface Consent {
  readonly scopes: readonly Scope[];
  readonly resource: Resource;
  /** How far an agent may go; absent: it may read. */
  readonly choice?: AgentChoice;
}

/** `scopes` includes what a gateway of the release before left to the tokens of an earlier, wider consent. */
const GRANT = `SELECT g.id, g.account_id, g.user_id, own.email, g.app_id, d.name AS app_name, d.client_id,
    ARRAY(
      SELECT unnest(g.scopes)
      UNION SELECT unnest(f.scopes) FROM gateway.oauth_families f
        WHERE f.account_id = g.account_id AND f.grant_id = g.id AND f.resource IS NULL AND f.ended_at IS NULL AND f.expires_at > now()
      ORDER BY 1
    ) AS scopes,
    g.mcp_scopes, coalesce(g.mcp_access, 'read') AS mcp_access, to_json(g.mcp_conversation_ids) AS mcp_conversation_ids,
    g.mcp_channel_id, g.mcp_until,
    coalesce(g.revoked_at, d.deleted_at) AS revoked_at, g.created_at, g.updated_at
  FROM gateway.oauth_grants g
  JOIN gateway.users u ON u.account_id = g.account_id AND u.id = g.user_id
  ${joinSignIn('u', 'own')}
  JOIN gateway.developer_apps d ON d.account_id = g.app_account_id AND d.id = g.app_id`;

const WEBHOOKS: Scope = 'messages:webhook';

/** What remains of scopes in a column within those of parameter 3. */
const kept = (column: string) =>
  `ARRAY(SELECT unnest(${column}) INTERSECT SELECT unnest($3::text[]) ORDER BY 1)`;

/** Where the scopes for a resource stand. */
const columnOf = (resource: Resource) => (resource === 'mcp' ? 'mcp_scopes' : 'scopes');

@Injectable()
export class GrantsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns up to `limit` grants of the account, or of one of its users, newest first. */
  findAll({ accountId, userId }: GrantOwner, limit: number): Promise<GrantRow[]> {
    return this.dataSource.query(
      `${GRANT} WHERE g.account_id = $1 AND ($3::bigint IS NULL OR g.user_id = $3) ORDER BY g.id DESC LIMIT $2`,
      [accountId, limit, userId ?? null],
    );
  }

  /** A grant that is already revoked keeps its date. @param owner if it must be theirs. @returns null if there is none. */
  async revoke(
    id: number,
    owner: GrantOwner | undefined,
    manager: EntityManager,
  ): Promise<{ grant: GrantRow; wasActive: boolean } | null> {
    const parameters = [id, owner?.accountId ?? null, owner?.userId ?? null];
    const isTheirs = `g.id = $1 AND ($2::bigint IS NULL OR g.account_id = $2) AND ($3::bigint IS NULL OR g.user_id = $3)`;
    const [, revoked]: [unknown, number] = await manager.query(
      `UPDATE gateway.oauth_grants g SET revoked_at = now(), updated_at = now()
       WHERE ${isTheirs} AND g.revoked_at IS NULL`,
      parameters,
    );
    const [grant]: GrantRow[] = await manager.query(`${GRANT} WHERE ${isTheirs}`, parameters);
    return grant ? { grant, wasActive: revoked > 0 } : null;
  }

  /** Withdraws up to `limit` grants of deleted apps, of which there may be any number. @returns how many. */
  async revokeOfDeletedApps(limit: number): Promise<number> {
    const [, revoked]: [unknown, number] = await this.dataSource.query(
      `WITH over AS MATERIALIZED (
         SELECT g.account_id, g.id FROM gateway.developer_apps d
         JOIN gateway.oauth_grants g ON g.app_account_id = d.account_id AND g.app_id = d.id
         WHERE d.deleted_at IS NOT NULL AND g.revoked_at IS NULL LIMIT $1 FOR UPDATE OF g SKIP LOCKED)
       UPDATE gateway.oauth_grants g SET revoked_at = now(), updated_at = now() FROM over
       WHERE g.account_id = over.account_id AND g.id = over.id`,
      [limit],
    );
    return revoked;
  }

  /** Marks up to `limit` ended grants as announced and returns them. No other replica gets them. */
  async takeUnannounced(
    limit: number,
    manager: EntityManager,
  ): Promise<Pick<GrantRow, 'account_id' | 'id'>[]> {
    const [taken]: [Pick<GrantRow, 'account_id' | 'id'>[], number] = await manager.query(
      `WITH ended AS MATERIALIZED (
         SELECT account_id, id FROM gateway.oauth_grants WHERE revoked_at IS NOT NULL AND announced_at IS NULL
         ORDER BY revoked_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE gateway.oauth_grants g SET announced_at = now() FROM ended
       WHERE g.account_id = ended.account_id AND g.id = ended.id RETURNING g.account_id, g.id`,
      [limit],
    );
    return taken;
  }

  /**
   * Returns the user's grant of exactly these scopes for the resource, if there is one, and locks it against withdrawal until the
   * transaction ends. An hour that is over does not count: the user is asked again.
   */
  async lock(
    { account_id, user_id }: Grantor,
    app: GrantedApp,
    { scopes, resource }: Consent,
    manager: EntityManager,
  ): Promise<number | null> {
    const [row]: { id: number }[] = await manager.query(
      `SELECT id FROM gateway.oauth_grants
       WHERE account_id = $1 AND user_id = $2 AND app_id = $3 AND ${columnOf(resource)} = $4 AND revoked_at IS NULL
         AND ($5 = 'api' OR coalesce(mcp_until > now(), true))
       FOR SHARE`,
      [account_id, user_id, app.id, scopes, resource],
    );
    return row?.id ?? null;
  }

  /** Records the user's consent, replacing any earlier one for this app and resource. */
  async give(
    { account_id, user_id }: Grantor,
    app: GrantedApp,
    { scopes, resource, choice }: Consent,
    manager: EntityManager,
  ): Promise<number> {
    const column = columnOf(resource);
    const forApi = resource === 'api' ? scopes : [];
    const forMcp = resource === 'mcp' ? scopes : null;
    const [row]: { id: number }[] = await manager.query(
      `INSERT INTO gateway.oauth_grants (account_id, user_id, app_account_id, app_id, scopes, mcp_scopes)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (account_id, user_id, app_id) WHERE revoked_at IS NULL
       DO UPDATE SET ${column} = EXCLUDED.${column}, updated_at = now()
       RETURNING id`,
      [account_id, user_id, app.accountId, app.id, forApi, forMcp],
    );
    if (choice) await this.setChoice(row!.id, choice, manager);
    return row!.id;
  }

  /**
   * Locks a grant of one user that allows something for MCP, until the transaction ends.
   * @returns null if they have none.
   */
  async lockAgent(
    id: number,
    { accountId, userId }: Required<GrantOwner>,
    manager: EntityManager,
  ): Promise<GrantRow | null> {
    const [locked]: { id: number }[] = await manager.query(
      `SELECT id FROM gateway.oauth_grants WHERE id = $1 AND account_id = $2 AND user_id = $3
         AND mcp_scopes IS NOT NULL AND revoked_at IS NULL FOR NO KEY UPDATE`,
      [id, accountId, userId],
    );
    return locked ? this.get(id, manager) : null;
  }

  async get(id: number, manager: EntityManager): Promise<GrantRow> {
    const [grant]: [GrantRow] = await manager.query(`${GRANT} WHERE g.id = $1`, [id]);
    return grant;
  }

  /** From now on, and for an hour if only what is named may be answered. */
  async setChoice(id: number, choice: AgentChoice, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE gateway.oauth_grants SET mcp_access = $2, mcp_conversation_ids = $3, mcp_channel_id = $4,
         mcp_until = CASE WHEN $2 = 'answer_named' THEN now() + interval '1 hour' END, updated_at = now()
       WHERE id = $1`,
      [id, choice.access, choice.conversation_ids, choice.channel_id],
    );
  }

  /**
   * Takes from all grants of a user whatever is not among these scopes, and from the tokens. A grant that keeps nothing
   * ends; so does one that loses `messages:webhook`, since endpoints that the app registered end with their grant only.
   * The caller has locked the user's row, as every consent does.
   */
  async cutTo(
    { accountId, userId }: { accountId: number; userId: number },
    scopes: readonly string[],
    manager: EntityManager,
  ): Promise<void> {
    const parameters = [accountId, userId, scopes];
    await manager.query(
      `UPDATE gateway.oauth_grants g SET revoked_at = now(), updated_at = now()
       WHERE account_id = $1 AND user_id = $2 AND revoked_at IS NULL
         AND (NOT (scopes || coalesce(mcp_scopes, '{}')) && $3::text[] OR (NOT $3::text[] @> ARRAY['${WEBHOOKS}'] AND (scopes @> ARRAY['${WEBHOOKS}']
           OR EXISTS (SELECT FROM gateway.oauth_families f WHERE f.account_id = g.account_id AND f.grant_id = g.id
             AND f.ended_at IS NULL AND f.scopes @> ARRAY['${WEBHOOKS}']))))`,
      parameters,
    );
    await manager.query(
      `UPDATE gateway.oauth_grants SET scopes = ${kept('scopes')},
         mcp_scopes = CASE WHEN mcp_scopes && $3::text[] THEN ${kept('mcp_scopes')} END, updated_at = now()
       WHERE account_id = $1 AND user_id = $2 AND revoked_at IS NULL
         AND NOT (scopes || coalesce(mcp_scopes, '{}')) <@ $3::text[]`,
      parameters,
    );
    const ofUser = `g.account_id = $1 AND g.user_id = $2 AND g.revoked_at IS NULL
      AND f.account_id = g.account_id AND f.grant_id = g.id AND f.ended_at IS NULL`;
    await manager.query(
      `UPDATE gateway.oauth_families f SET scopes = ${kept('f.scopes')},
         ended_at = CASE WHEN f.scopes && $3::text[] THEN NULL ELSE now() END
       FROM gateway.oauth_grants g WHERE ${ofUser} AND NOT f.scopes <@ $3::text[]`,
      parameters,
    );
    await manager.query(
      `UPDATE gateway.oauth_tokens t SET scopes = ${kept('t.scopes')},
         expires_at = CASE WHEN t.scopes && $3::text[] THEN t.expires_at ELSE least(t.expires_at, now()) END
       FROM gateway.oauth_grants g, gateway.oauth_families f
       WHERE ${ofUser} AND t.account_id = f.account_id AND t.family_id = f.id AND NOT t.scopes <@ $3::text[]`,
      parameters,
    );
  }
}
