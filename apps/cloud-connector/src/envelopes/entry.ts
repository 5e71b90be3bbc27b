import type { NumberRow } from '../numbers/number.row';

/** An entry of a callback, with our number that it is about. */
export interface Entry {
  number: NumberRow;
  item: Record<string, unknown>;
  contacts: Record<string, unknown>[];
}
