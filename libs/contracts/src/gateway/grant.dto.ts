import { Id, IfGiven, ListOf, Nested, Nullable, OneOf, Optional, Timestamp, Verbatim } from '..';

/**
 * How far an agent may go: `answer` in conversations that exist, `answer_named` in named ones or those of one channel, for an
 * hour, `write` to anyone.
 */
export const agentAccesses = ['read', 'answer', 'answer_named', 'write'] as const;

export type AgentAccess = (typeof agentAccesses)[number];

/** How many conversations can be named. */
export const MAX_NAMED_CONVERSATIONS = 100;

/** What a person has authorized an app to do as an agent (MCP). */
export class AgentGrant {
  @OneOf(agentAccesses) access!: AgentAccess;
  @ListOf(Verbatim()) scopes!: string[];
  /** With `answer_named`: the conversations, or else the channel, and until when. */
  @ListOf(Id()) conversation_ids!: number[];
  @Nullable() @Id() channel_id!: number | null;
  @Nullable() @Timestamp() until!: string | null;
}

/** The conversations or the channel go with `answer_named`, and only one of them. */
export class SetAgentAccess {
  @OneOf(agentAccesses) access!: AgentAccess;
  @IfGiven() @ListOf(Id(), { maxItems: MAX_NAMED_CONVERSATIONS }) conversation_ids?: number[];
  @IfGiven() @Id() channel_id?: number;
}

/** What a person has authorized a developer app to do for their account. */
export class Grant {
  @Id() id!: number;
  @Id() account_id!: number;
  @Id() user_id!: number;
  @Verbatim() email!: string;
  @Id() app_id!: number;
  @Verbatim() app_name!: string;
  @Verbatim() client_id!: string;
  @ListOf(Verbatim()) scopes!: string[];
  /** Null if it may do nothing as an agent; absent in answers of gateways of an older version. */
  @Optional() @Nullable() @Nested(() => AgentGrant) mcp?: AgentGrant | null;
  @Nullable() @Timestamp() revoked_at!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class GrantList {
  @ListOf(() => Grant) grants!: Grant[];
}

export class GrantRef {
  @Id() grant_id!: number;
}

export class GrantEndedData {
  @Id() grant_id!: number;
}

export class GrantResult {
  @Nested(() => Grant) grant!: Grant;
}
