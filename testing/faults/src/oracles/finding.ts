/** A contradiction in the ledgers. */
export interface Finding {
  /**
   * `lost`: something promised is missing. `double`: something took effect twice. `unsettled`: something has no
   * outcome. `late`: it happened, but not in time. `failed`: a request failed where none may. `wrong`: another
   * contradiction between the ledgers.
   */
  readonly kind: 'lost' | 'double' | 'unsettled' | 'late' | 'failed' | 'wrong';
  readonly what: string;
}
