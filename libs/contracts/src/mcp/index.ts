export { IDEMPOTENCY_KEY, mcpTools, toolScopes, type DeclaredTool } from './tools';
