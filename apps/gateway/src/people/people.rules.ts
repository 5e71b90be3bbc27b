import { includesRole, type Role } from '@chat/contracts';

/** Who changes a person. */
export interface Changer {
  readonly role: Role;
}

/** What a person is, and may become. */
export interface Change {
  readonly from: Role;
  /** The role afterwards; the same if only something else changes. */
  readonly to: Role;
}

/** Whether somebody may change a person so. Owners are made, and changed, by owners only. */
export function mayChange({ role }: Changer, { from, to }: Change): boolean {
  return includesRole(role, 'admin') && includesRole(role, from) && includesRole(role, to);
}
