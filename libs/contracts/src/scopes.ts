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
