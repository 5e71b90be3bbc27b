import { queryOptions } from '@tanstack/react-query';
import { dataOf } from './call';

/** A key of the account, with which programs call the API. */
export interface ApiKey {
  readonly client_id: string;
  readonly name: string | null;
  /** Null: every scope that need not be chosen on purpose. */
  readonly scopes: readonly string[] | null;
  readonly allowlist: readonly string[];
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly former_secret_until: string | null;
  readonly last_used_at: string | null;
  readonly created_by: number | null;
  readonly created_at: string;
}

/** What somebody decides about a key. */
export type KeySettings = Pick<ApiKey, 'name' | 'scopes' | 'allowlist' | 'expires_at'>;

/** A key with its secret, which is answered only this once. */
export interface CreatedKey {
  readonly api_key: ApiKey;
  readonly client_secret: string;
}

export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) =>
    (await dataOf<{ api_keys: ApiKey[] }>('GET', 'api-keys', { signal })).api_keys,
});

/** The address of this browser now, as the server sees it; null if it does not know. */
export async function readOwnAddress(): Promise<string | null> {
  return (await dataOf<{ address?: string | null }>('GET', 'me')).address ?? null;
}
