/** Every scope that a credential may carry. */
export const scopes = [
  'devices:read',
  'devices:manage',
  'qr:generate',
  'messages:send',
  'messages:read',
  'messages:webhook',
  'conversations:read',
  'contacts:read',
  'contacts:write',
  'templates:read',
  'templates:write',
  'tickets:read',
  'tickets:write',
] as const;

export type Scope = (typeof scopes)[number];

/** What an operation needs: one scope, or any one of several. */
export type RequiredScope = Scope | { readonly anyOf: readonly Scope[] };

/** Any one of these scopes will do. */
export function anyOf(...scopes: readonly [Scope, Scope, ...Scope[]]): RequiredScope {
  return { anyOf: scopes };
}

/** The scopes of which a credential needs one; none at all for an operation without a scope. */
export function scopesOf(required: RequiredScope | undefined): readonly Scope[] {
  if (required === undefined) return [];
  return typeof required === 'string' ? [required] : required.anyOf;
}
