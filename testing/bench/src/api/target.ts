import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ApiClient } from '@chat/test-kit';
import type { Workers } from '../installation/meter';
import type { Tenant } from '../installation/tenants';
import type { Operation } from './operations';

/** One of the two servers that are compared. */
export interface Target extends Workers {
  name: string;
  url: string;
  /** The credential headers of its requests; by default the API key of the account. */
  headersOf?: (tenant: Tenant) => Record<string, string>;
}

/** Members that differ in every answer, by the last part of their name. */
const MADE_ANEW = /(^|_)(id|at)$/;

/**
 * @throws Error unless both return the same data, since the figures would otherwise compare different work. Generated
 * ids and times only have to be present.
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
    `${operation.path} is answered differently. Ours:\n${JSON.stringify(ourData)}\nThe floor:\n${JSON.stringify(floorData)}`,
  );
}

async function answerOf(
  { url }: Target,
  { method, path, bodies, headers = {} }: Operation,
  tenant: Tenant,
): Promise<unknown> {
  // The floor returns the same data, but not everything else that the document promises.
  const client = new ApiClient(url, tenant.credential, null);
  const [body] = bodies?.(tenant) ?? [];
  if (method === 'GET' || !body) return (await client.get(path)).data;
  const filledIn = JSON.parse(body.replaceAll('{number}', '2000000')) as object;
  // Each row makes one such request per target, with a new key: a replay would do less work than what is measured.
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
