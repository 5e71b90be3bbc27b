import { isPlainObject, membersOf, parsePart, Problems, type Dto } from '@chat/contracts';
import { IDEMPOTENCY_KEY, type DeclaredTool } from '@chat/contracts/mcp';

/** What a service gets of the arguments of a tool. */
export interface ToolInput {
  readonly input: { params?: object; query?: object; body?: object };
  readonly idempotencyKey: string | null;
}

/** 1 to 255 visible ASCII characters, as in the header. */
const KEY = /^[!-~]{1,255}$/;

/**
 * Reads the arguments of a tool as the input of its operation. A tool takes the members that it declares, whatever else the
 * operation knows.
 * @throws AppError `validation_error` with all problems, by argument.
 */
export function readToolArguments(
  { operation, takes, needs = [] }: DeclaredTool,
  given: Readonly<Record<string, unknown>>,
): ToolInput {
  const problems = new Problems();
  const sends = operation.effect === 'send';
  for (const name of Object.keys(given)) {
    if (!takes.includes(name) && !(sends && name === IDEMPOTENCY_KEY)) problems.addUnknown(name, name);
  }
  for (const name of needs) {
    if (given[name] === undefined || given[name] === null) problems.add(name, `${name} is required.`);
  }
  const key = given[IDEMPOTENCY_KEY];
  if (sends && !(typeof key === 'string' && KEY.test(key))) {
    problems.add(
      IDEMPOTENCY_KEY,
      `${IDEMPOTENCY_KEY} is required: 1 to 255 visible ASCII characters, new for each message, the same when you retry.`,
    );
  }
  const part = (dto: Dto | undefined) =>
    dto && (parsePart(dto, pick(dto, takes, given), 'refused', problems) ?? {});
  const { params, query, body } = operation;
  const input = {
    ...(params && { params: part(params) }),
    ...(query && { query: part(query) }),
    ...(body && { body: part(body) }),
  };
  problems.throwIfAny();
  return { input, idempotencyKey: sends ? (key as string) : null };
}

function pick(dto: Dto, takes: readonly string[], given: Readonly<Record<string, unknown>>): object {
  const members = membersOf(dto);
  return Object.fromEntries(
    takes
      .filter((name) => members.has(name) && Object.hasOwn(given, name))
      .map((name) => [name, given[name]]),
  );
}

/** Returns the arguments of a call; none if they are no object. */
export function argumentsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isPlainObject(value) ? value : {};
}
