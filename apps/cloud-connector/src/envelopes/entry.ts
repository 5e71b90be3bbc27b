import type { NumberRow } from '../numbers/number.row';

/** An entry of a callback, with our number that it is about. */
export interface Entry {
  number: NumberRow;
  item: Record<string, unknown>;
  /** The people that its change names, as the provider describes them. */
  contacts: Record<string, unknown>[];
  /** Whether its change reports nothing else. */
  isAlone: boolean;
}
