import { roles, type Role } from '../api/roles.rules';
import type { Colleague, Invitation } from '../api/people';

/** The roles that somebody may give: those up to their own. */
export function rolesToGive(own: Role): readonly Role[] {
  return roles.slice(0, roles.indexOf(own) + 1);
}

/** Whether an admin may change somebody: nobody with more rights, and here not themselves, who could lock themselves out. */
export function mayChange(me: { id: number; role: Role }, other: { id: number; role?: Role }): boolean {
  if (roles.indexOf(me.role) < roles.indexOf('admin') || me.id === other.id || !other.role) return false;
  return roles.indexOf(me.role) >= roles.indexOf(other.role);
}

/** Those who can sign in first, by name. */
export function inOrder(people: readonly Colleague[]): Colleague[] {
  const nameOf = ({ name, email }: Colleague) => name ?? email;
  return [...people].sort(
    (a, b) =>
      Number(a.disabled_at != null) - Number(b.disabled_at != null) || nameOf(a).localeCompare(nameOf(b)),
  );
}

/** Those whose link still works. */
export function openOf(invitations: readonly Invitation[], now: number): Invitation[] {
  return invitations.filter(
    ({ accepted_at, revoked_at, expires_at }) =>
      accepted_at == null && revoked_at == null && Date.parse(expires_at) > now,
  );
}
