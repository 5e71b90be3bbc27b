/** What a ledger says that must not be. */
export interface Finding {
  /**
   * `lost`: something that was promised is missing. `double`: something took effect twice. `unsettled`: something has
   * no end. `late`: it came, and not in time. `failed`: a request failed where none may. `wrong`: the ledgers contradict
   * each other in another way.
   */
  readonly kind: 'lost' | 'double' | 'unsettled' | 'late' | 'failed' | 'wrong';
  readonly what: string;
}
