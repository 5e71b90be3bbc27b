import { traceTables } from '@chat/contracts/person-traces';
import type { Counts, TracePlace } from './erasure-job';

/** The first table of the first service. */
export function firstPlace(services: readonly string[]): TracePlace {
  return { service: services[0]!, table: traceTables[0], afterId: 0 };
}

/**
 * The next position of a walk through the tables of all services.
 * @param lastId the last row that was looked at; null at the end of a table.
 * @returns null at the end of the last table.
 */
export function nextPlace(
  { service, table }: TracePlace,
  lastId: number | null,
  services: readonly string[],
): TracePlace | null {
  if (lastId !== null) return { service, table, afterId: lastId };
  const nextTable = traceTables[traceTables.indexOf(table) + 1];
  if (nextTable) return { service, table: nextTable, afterId: 0 };
  const nextService = services[services.indexOf(service) + 1];
  return nextService === undefined ? null : { service: nextService, table: traceTables[0], afterId: 0 };
}

/** Adds counts. */
export function counted(counts: Counts, more: Counts): Counts {
  const sum = { ...counts };
  for (const [kind, count] of Object.entries(more)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}
