import type { Size, Topology } from '../bench';
import { goalOf } from './goals.rules';
import type { Operation, Row } from './operations';

export interface RowFilter {
  /** Keys of operations; all if empty. */
  only: readonly string[];
  /** Numbers of connections that replace those of the operations, unless empty. */
  connections: readonly number[];
  size: Size;
}

/**
 * Returns the rows to measure: those named, else all in the split topology and those with a goal in `standalone`. The
 * smallest form has each operation once, in any topology.
 * @throws RangeError when `only` names an unknown operation.
 */
export function rowsOf(
  operations: readonly Operation[],
  topology: Topology,
  { only, connections, size }: RowFilter,
): Row[] {
  const keys = operations.map(({ key }) => key);
  const unknown = only.find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new RangeError(`There is no row ${unknown}; there are ${keys.join(', ')}.`);
  const connectionsOf = (operation: Operation) => {
    if (connections.length > 0) return connections;
    return size === 'smallest' ? operation.connections.slice(0, 1) : operation.connections;
  };
  return operations
    .filter(({ key, isOnlyInFull }) =>
      only.length === 0 ? size !== 'quick' || !isOnlyInFull : only.includes(key),
    )
    .flatMap((operation) =>
      connectionsOf(operation).map((count) => ({
        operation,
        connections: count,
      })),
    )
    .filter((row) => {
      const isAskedFor = topology === 'split' || only.length > 0 || size === 'smallest';
      return isAskedFor || goalOf(topology, row.operation.key, row.connections) !== undefined;
    });
}
