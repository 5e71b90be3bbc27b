import { scopes, type Scope } from './scopes';

/** What a person may do in their account. Each role includes those before it. */
export const roles = ['viewer', 'agent', 'developer', 'admin', 'owner'] as const;

export type Role = (typeof roles)[number];

const viewed: readonly Scope[] = [
  'devices:read',
  'conversations:read',
  'messages:read',
  'contacts:read',
  'templates:read',
  'tickets:read',
];
const answered: readonly Scope[] = [...viewed, 'messages:send', 'contacts:write', 'tickets:write'];

/** The scopes that each role lets a person use, and grant to apps. A key of a developer could have any of them. */
export const scopesOfRoles: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: viewed,
  agent: answered,
  developer: scopes,
  admin: scopes,
  owner: scopes,
};

/** Returns those of the scopes that the role includes, in their order. */
export function scopesWithin<S extends string>(role: Role, wanted: readonly S[]): S[] {
  const included: readonly string[] = scopesOfRoles[role];
  return wanted.filter((scope) => included.includes(scope));
}

/** Whether a role includes another one. */
export function includesRole(role: Role, other: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(other);
}
