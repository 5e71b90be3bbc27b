import type { Tool } from '@modelcontextprotocol/server';
import type { DeclaredTool } from '@chat/contracts/mcp';

/** Describes a tool in the words of the protocol. */
export function toolOf({ name, description, inputSchema, operation }: DeclaredTool): Tool {
  const annotations =
    operation.effect === 'read'
      ? { readOnlyHint: true }
      : { destructiveHint: false, openWorldHint: operation.effect === 'send' };
  return { name, description, inputSchema, annotations };
}
