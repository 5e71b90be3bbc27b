import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ApiClient } from '@chat/testing';
import type { Workers } from '../installation/meter';
import type { Tenant } from '../installation/tenants';
import type { Operation } from './operations';

/** One of the two that are compared. */
export interface Target extends Workers {
  name: string;
  url: string;
  /** How its requests say who sends them; with the API key of the account if absent. */
  headersOf?: (tenant: Tenant) => Record<string, string>;
}

/** What each request makes anew, by the last part of its name. */
const MADE_ANEW = /(^|_)(id|at)$/;

/**
 * @throws Error unless both give the same data: else the figures would compare different work. What a write makes
 * anew, identifiers and times, only has to be there.
 */
export async function assertSameAnswer(
  [ours, floor]: readonly [Target, Target],
  operation: Operation,
  tenant: Tenant,
): Promise<void> {
  const answers = [await answerOf(ours, operation, tenant), await answerOf(floor, operation, tenant)];
  const [ourData, floorData] = answers.map((data) => (operation.method === 'GET' ? data : shapeOf(data)));
  if (isDeepStrictEqual(ourData, floorData)) return;
  throw new Error(
    `${operation.path} is answered differently:\n${JSON.stringify(ourData)}\nby ours, and by the floor\n${JSON.stringify(floorData)}`,
  );
}

async function answerOf(
  { url }: Target,
  { method, path, bodies, headers = {} }: Operation,
  tenant: Tenant,
): Promise<unknown> {
  // The floor answers with the same data, not with all that the document promises around it.
  const client = new ApiClient(url, tenant.credential, null);
  const [body] = bodies?.(tenant) ?? [];
  if (method === 'GET' || !body) return (await client.get(path)).data;
  const filledIn = JSON.parse(body.replaceAll('{number}', '2000000')) as object;
  // Each asks once for each row: a repeat would do less work than what is measured.
  const key = headers['idempotency-key']?.replace('{number}', randomUUID());
  return (
    await client.post(path, filledIn, { headers: { ...headers, ...(key && { 'idempotency-key': key }) } })
  ).data;
}

function shapeOf(data: unknown): unknown {
  return JSON.parse(
    JSON.stringify(data, (name, value: unknown) => (MADE_ANEW.test(name) ? typeof value : value)),
  );
}
