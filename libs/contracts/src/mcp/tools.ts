import {
  isRequired,
  membersOf,
  scopesOf,
  type Dto,
  type JsonSchema,
  type McpTool,
  type Member,
  type Operation,
  type Scope,
} from '..';
import { operations } from '../table';

/** The argument of every tool that sends. The caller makes it up; none is derived from what is sent. */
export const IDEMPOTENCY_KEY = 'idempotency_key';

const idempotencyKey: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[!-~]+$',
  description:
    'A new unique text, such as a UUID, for each message. When you retry, send the same one: nothing is sent twice.',
};

/** A tool with its operation, as the MCP server shows and calls it. */
export interface DeclaredTool extends McpTool {
  readonly operation: Operation;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
}

/** Every tool, by its name. */
export const mcpTools: ReadonlyMap<string, DeclaredTool> = new Map(
  operations.flatMap((operation) =>
    (operation.mcp ?? []).map((tool) => [
      tool.name,
      { ...tool, operation, inputSchema: schemaOf(operation, tool) },
    ]),
  ),
);

/** Every scope that a tool may need: what a client asks for that wants all of them. */
export const toolScopes: readonly Scope[] = [
  ...new Set([...mcpTools.values()].flatMap(({ operation }) => scopesOf(operation.scope))),
].sort();

/** The schema is as short as it can be: every agent reads those of all tools before it does anything. */
function schemaOf(operation: Operation, { name, takes, needs = [] }: McpTool): DeclaredTool['inputSchema'] {
  const declared = new Map(
    [operation.params, operation.query, operation.body].flatMap((dto) => (dto ? [...membersOf(dto)] : [])),
  );
  const members = takes.map((member) => {
    const found = declared.get(member);
    if (!found) throw new Error(`${operation.subject} has no ${member}, which the tool ${name} takes.`);
    return found;
  });
  const sends = operation.effect === 'send';
  const required = members.filter((member) => isRequired(member) || needs.includes(member.name));
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(members.map((member) => [member.name, memberSchemaOf(member)])),
      ...(sends && { [IDEMPOTENCY_KEY]: idempotencyKey }),
    },
    required: [...required.map((member) => member.name), ...(sends ? [IDEMPOTENCY_KEY] : [])],
    additionalProperties: false,
  };
}

function memberSchemaOf({ name, kind, about, standard }: Member): JsonSchema {
  const refuse = (nested: Dto): never => {
    throw new Error(`A tool takes no objects, as ${name} with its ${nested.name}.`);
  };
  const { format, ...schema } = kind.schema(refuse);
  return {
    ...schema,
    ...(format !== undefined && format !== 'int64' && { format }),
    ...(about !== undefined && { description: about }),
    ...(standard !== undefined && { default: standard }),
  };
}
