/** A row of `cloud_connector.sign_ups`. */
export interface SignUpRow {
  account_id: number;
  id: number;
  session_id: string;
  is_coexistence: boolean;
  /** Sealed; null while the code is being exchanged. */
  credentials: Buffer | null;
  /** The browser's hints. */
  hinted_waba_id: string | null;
  hinted_phone_number_id: string | null;
  /** The number chosen among those that the token grants. */
  waba_id: string | null;
  phone_number_id: string | null;
  /** Whether we may have registered the number. */
  is_registered_here: boolean;
  /** Whether anything was changed at the provider. */
  is_begun: boolean;
}

/** Listed by name, because a statement prepared with `*` breaks when a newer version adds a column. */
export const SIGN_UP_COLUMNS = `account_id, id, session_id, is_coexistence, credentials, hinted_waba_id,
  hinted_phone_number_id, waba_id, phone_number_id, is_registered_here, is_begun`;
