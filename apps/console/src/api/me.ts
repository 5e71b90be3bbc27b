import { useQuery } from '@tanstack/react-query';
import { dataOf, showAccount } from './call';
import { roles, type Role } from './roles.rules';
import { keepFor } from './window-storage';

export interface Me {
  readonly user: {
    readonly id: number;
    readonly email: string;
    readonly name: string | null;
    readonly role?: string;
    readonly is_operator?: boolean;
  };
  readonly account: { readonly id: number; readonly name: string };
  /** Those that they may choose from. */
  readonly accounts: readonly object[];
  readonly second_factor: { readonly since: string; readonly recovery_codes_left: number } | null;
  readonly scopes: readonly string[];
  /** The names of the flags that are on. An older server does not say them. */
  readonly features?: readonly string[];
}

export const meQuery = {
  queryKey: ['me'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const me = await dataOf<Me>('GET', 'me', { signal });
    showAccount(me.account.id);
    keepFor(me.user.id);
    return me;
  },
  staleTime: 5 * 60_000,
};

export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('The shell shows pages to people who are signed in only.');
  return data;
}

/** Whether the person may use what needs the scope: nothing is shown that would be refused. */
export function useMay(): (scope: string) => boolean {
  const { scopes } = useMe();
  return (scope) => scopes.includes(scope);
}

/** Whether a part of the API is on. @param otherwise what holds for a server that does not say it. */
export function useHasFeature(): (flag: string, otherwise: boolean) => boolean {
  const { features } = useMe();
  return (flag, otherwise) => features?.includes(flag) ?? otherwise;
}

/** Whether the person has at least this role. */
export function useHasRole(): (role: Role) => boolean {
  const { user } = useMe();
  const own = roles.findIndex((role) => role === user.role);
  return (role) => own >= roles.indexOf(role);
}

/** Whether the person looks after the installation, whatever their role in the account. */
export function useIsOperator(): boolean {
  return useMe().user.is_operator === true;
}

/** Ends the session of this browser. */
export async function signOut(): Promise<void> {
  const { sessions } = await dataOf<{ sessions: { id: number; is_current: boolean }[] }>(
    'GET',
    'me/sessions',
  );
  const current = sessions.find(({ is_current }) => is_current);
  if (current) await dataOf('DELETE', `me/sessions/${current.id}`);
}
