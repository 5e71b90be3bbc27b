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

/** What each lets an app do, as a person reads it who is asked to allow it. */
export const scopeSentences: Readonly<Record<Scope, string>> = {
  'devices:read': 'See your channels and their status',
  'devices:manage': 'Add, reconnect and delete channels',
  'qr:generate': 'Create QR codes that link a phone to a channel',
  'messages:send': 'Send messages and templates to your customers',
  'messages:read': 'Read messages and the files in them',
  'messages:webhook': 'Send every event of your account to addresses of its choice',
  'conversations:read': 'See your conversations',
  'contacts:read': 'See your contacts',
  'contacts:write': 'Add, change and delete contacts',
  'templates:read': 'See your message templates',
  'templates:write': 'Create, change and delete message templates',
  'tickets:read': 'See your tickets',
  'tickets:write': 'Create and change tickets',
};

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
