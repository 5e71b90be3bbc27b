import { scopesOf, toolLevels, type Scope, type ToolLevel } from '@chat/contracts';
import { mcpTools } from '@chat/contracts/mcp';

/** Returns the levels at which these scopes open a tool; `read` is always one. */
export function levelsWithin(scopes: readonly Scope[]): ToolLevel[] {
  const isOpen = (level: ToolLevel) =>
    [...mcpTools.values()].some(
      (tool) =>
        tool.level === level && scopesOf(tool.operation.scope).some((scope) => scopes.includes(scope)),
    );
  return toolLevels.filter((level) => level === 'read' || isOpen(level));
}
