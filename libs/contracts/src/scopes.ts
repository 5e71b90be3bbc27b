/** Every scope that a credential can have. */
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
  'assets:read',
  'assets:write',
] as const;

export type Scope = (typeof scopes)[number];

/** What each scope lets an app do, as shown to the person who is asked to authorize it. */
export const scopeSentences: Readonly<Record<Scope, string>> = {
  'devices:read': 'See your channels and their status',
  'devices:manage': 'Add, reconnect and delete channels, and choose the default one',
  'qr:generate': 'Create QR codes that link a phone to a channel',
  'messages:send': 'Send messages and templates to your customers, and mark conversations as read',
  'messages:read': 'Read messages and the files in them',
  'messages:webhook':
    'Receive every event of your account, messages and contacts included, at addresses of its choice, and manage the ' +
    'webhook endpoints that it registered',
  'conversations:read': 'See your conversations, each with its latest message',
  'contacts:read': 'See your contacts',
  'contacts:write': 'Add, change and delete contacts',
  'templates:read': 'See your message templates',
  'templates:write': 'Create, change and delete message templates',
  'tickets:read': 'See your tickets',
  'tickets:write': 'Create and change tickets and ticket types',
  'assets:read': 'See the buttons and lists that you keep for your messages',
  'assets:write': 'Add, change and delete the buttons and lists that you keep for your messages',
};

/** What an operation requires: one scope, or any one of several. */
export type RequiredScope = Scope | { readonly anyOf: readonly Scope[] };

/** Requires any one of these scopes. */
export function anyOf(...scopes: readonly [Scope, Scope, ...Scope[]]): RequiredScope {
  return { anyOf: scopes };
}

/** Returns the scopes of which a credential needs one; empty for an operation without a scope. */
export function scopesOf(required: RequiredScope | undefined): readonly Scope[] {
  if (required === undefined) return [];
  return typeof required === 'string' ? [required] : required.anyOf;
}
