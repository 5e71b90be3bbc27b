/** How somebody comes back to the channels from the provider's sign-up, as it stands in the address. */
export interface SignUpReturn {
  /** The session that ended: what else the address says is not believed. */
  readonly session_id?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readSignUpReturn({ session_id: id }: Record<string, unknown>): SignUpReturn {
  return { session_id: typeof id === 'string' && UUID.test(id) ? id : undefined };
}
