/** The scopes of a key, in the order in which they are chosen. */
export const scopes = [
  'messages:send',
  'messages:read',
  'conversations:read',
  'messages:webhook',
  'devices:read',
  'devices:manage',
  'qr:generate',
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

export type KeyState = 'works' | 'expired' | 'revoked';

export function stateOf(
  key: { revoked_at: string | null; expires_at: string | null },
  now: number,
): KeyState {
  if (key.revoked_at != null) return 'revoked';
  return key.expires_at != null && Date.parse(key.expires_at) <= now ? 'expired' : 'works';
}

/** The addresses and ranges of a text, one a line or parted by commas, each once. */
export function addressesOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))];
}

/** Adds an address to such a text, unless it is there. */
export function withAddress(text: string, address: string): string {
  return [...new Set([...addressesOf(text), address])].join('\n');
}

const DAY_MS = 86_400_000;
export const lifetimes = ['never', '30', '90', '365'] as const;
export type Lifetime = (typeof lifetimes)[number];

/** When a key that is made now ends. */
export function expiryOf(lifetime: Lifetime, now: number): string | null {
  return lifetime === 'never' ? null : new Date(now + Number(lifetime) * DAY_MS).toISOString();
}
