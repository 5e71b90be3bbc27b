import { isDeepStrictEqual } from 'node:util';
import { ApiClient, type Credential } from '@chat/testing';
import type { MeasuredOperation } from './operations';

/** One of the two that are compared. */
export interface Target {
  name: 'ours' | 'floor';
  url: string;
  /** The processes whose CPU time its requests cost. */
  processIds: Record<string, number>;
}

/** @throws Error unless both give the same data for a read: else the figures would compare different work. */
export async function assertSameAnswer(
  [ours, floor]: readonly [Target, Target],
  { method, path }: MeasuredOperation,
  credential: Credential,
): Promise<void> {
  if (method !== 'GET') return;
  // The floor answers with the same data, not with all that the document promises around it.
  const read = async ({ url }: Target) => (await new ApiClient(url, credential, null).get(path)).data;
  const [ourData, floorData] = [await read(ours), await read(floor)];
  if (isDeepStrictEqual(ourData, floorData)) return;
  throw new Error(
    `${path} is answered differently:\n${JSON.stringify(ourData)}\nby ours, and by the floor\n${JSON.stringify(floorData)}`,
  );
}
