import { includesRole, type Role } from '@chat/contracts';
import { AppError } from '@chat/errors';

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

/** The refusal of a change that an admin may not make. */
export function ownersOnly(): AppError {
  const message = 'Only an owner may change an owner or make one. Ask an owner of the account.';
  return new AppError('insufficient_scope', { message });
}
