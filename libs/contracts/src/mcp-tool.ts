/**
 * What an agent must be allowed for a tool, each including the one before: to read, to answer in conversations that exist, to
 * write to anyone and change records.
 */
export const toolLevels = ['read', 'answer', 'write'] as const;

export type ToolLevel = (typeof toolLevels)[number];

/** A tool of the MCP server, declared at the operation that it calls. */
export interface McpTool {
  /** As agents see it, in snake_case. */
  readonly name: string;
  /** What it does, for the agent that chooses among tools. */
  readonly description: string;
  readonly level: ToolLevel;
  /** The members of params, query and body that it takes. */
  readonly takes: readonly string[];
  /** Those that it needs, although the operation does not. */
  readonly needs?: readonly string[];
  /** With the level `answer`: the member that names the conversation. */
  readonly conversation?: string;
}

/** Whether a level includes another one. */
export function includesLevel(level: ToolLevel, other: ToolLevel): boolean {
  return toolLevels.indexOf(level) >= toolLevels.indexOf(other);
}
