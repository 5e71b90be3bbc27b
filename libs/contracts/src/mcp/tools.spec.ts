import { scopesOf } from '..';
import { IDEMPOTENCY_KEY, mcpTools } from '.';

const tools = [...mcpTools.values()];
const named = tools.map((tool) => [tool.name, tool] as const);

describe('the tools of the MCP server', () => {
  it('are few, and described in at most 13 kB of JSON', () => {
    const listed = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(tools.length).toBeLessThanOrEqual(16);
    expect(Buffer.byteLength(JSON.stringify({ tools: listed }))).toBeLessThanOrEqual(13_000);
  });

  it.each(named)('belong to operations that programs may call with a scope: %s', (_, { operation }) => {
    expect(operation.http).toMatch(/^\w+ \/v1\//);
    expect(operation.anyCredential ?? scopesOf(operation.scope).length > 0).toBe(true);
    expect(operation).not.toHaveProperty('role');
    expect(operation).not.toHaveProperty('download');
  });

  it.each(named)('only read, unless more must be allowed: %s', (_, { operation, level }) => {
    expect(operation.effect === 'read').toBe(level === 'read');
  });

  it.each(named.filter(([, { operation }]) => operation.effect === 'send'))(
    'send with a key of the caller: %s',
    (_, { operation, inputSchema }) => {
      expect(operation.idempotency).toBeDefined();
      expect(inputSchema['required']).toContain(IDEMPOTENCY_KEY);
    },
  );

  it.each(named.filter(([, { level }]) => level === 'answer'))(
    'answer in a conversation that they must name, with nothing that makes us or a phone open an address: %s',
    (_, { conversation, inputSchema, takes }) => {
      expect(inputSchema['required']).toContain(conversation);
      expect(
        takes.filter((name) =>
          /_url$|link_preview|interactive|mobile|from_number|chat_account_id/.test(name),
        ),
      ).toEqual([]);
    },
  );

  it('never delete', () => {
    expect(tools.filter(({ operation }) => operation.http?.startsWith('DELETE'))).toEqual([]);
  });
});
