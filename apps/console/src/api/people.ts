import { queryOptions } from '@tanstack/react-query';
import { dataOf } from './call';
import type { Role } from './roles.rules';

/** Somebody of the account. How they sign in is told to admins only. */
export interface Colleague {
  readonly id: number;
  readonly email: string;
  readonly name: string | null;
  readonly role?: Role;
  readonly is_operator?: boolean;
  readonly second_factor?: boolean;
  readonly disabled_at: string | null;
}

/** Somebody who was asked to join, by a link that only its maker has seen. */
export interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  readonly expires_at: string;
  readonly accepted_at: string | null;
  readonly revoked_at: string | null;
}

export const peopleQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => (await dataOf<{ users: Colleague[] }>('GET', 'users', { signal })).users,
});

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async ({ signal }) =>
    (await dataOf<{ invitations: Invitation[] }>('GET', 'users/invitations', { signal })).invitations,
});

/** A browser in which the person is signed in. */
export interface OwnSession {
  readonly id: number;
  readonly is_current: boolean;
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly created_at: string;
}

export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: async ({ signal }) =>
    (await dataOf<{ sessions: OwnSession[] }>('GET', 'me/sessions', { signal })).sessions,
});
