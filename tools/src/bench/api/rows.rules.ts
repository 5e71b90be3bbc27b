import type { Topology } from '../bench';
import { goalOf } from './goals.rules';
import type { Operation, Row } from './operations';

export interface RowFilter {
  /** Keys of operations; all if empty. */
  only: readonly string[];
  /** Numbers of connections that replace those of the operations, unless empty. */
  connections: readonly number[];
  quick: boolean;
}

/**
 * Returns the rows to measure: those named, else all in the split topology and those with a goal in `standalone`.
 * @throws RangeError when `only` names an unknown operation.
 */
export function rowsOf(
  operations: readonly Operation[],
  topology: Topology,
  { only, connections, quick }: RowFilter,
): Row[] {
  const keys = operations.map(({ key }) => key);
  const unknown = only.find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new RangeError(`There is no row ${unknown}; there are ${keys.join(', ')}.`);
  return operations
    .filter(({ key, isOnlyInFull }) => (only.length === 0 ? !(quick && isOnlyInFull) : only.includes(key)))
    .flatMap((operation) =>
      (connections.length > 0 ? connections : operation.connections).map((count) => ({
        operation,
        connections: count,
      })),
    )
    .filter((row) => {
      const isAskedFor = topology === 'split' || only.length > 0;
      return isAskedFor || goalOf(topology, row.operation.key, row.connections) !== undefined;
    });
}
