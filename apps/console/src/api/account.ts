import { queryOptions } from '@tanstack/react-query';
import type { OwnAccount } from '@chat/client';
import { dataOf } from './call';

/** What the account may use, and what is left of it. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) =>
    (await dataOf<{ account: OwnAccount }>('GET', 'account', { signal })).account,
});

/** What its admins decide. */
export interface AccountSettings {
  readonly name: string;
  /** Whether agents may connect. */
  readonly mcp?: boolean;
}

export const settingsQuery = queryOptions({
  queryKey: ['account', 'settings'],
  queryFn: async ({ signal }) =>
    (await dataOf<{ account: AccountSettings }>('GET', 'account/settings', { signal })).account,
});

/** How many days messages and their files are kept; null: forever. */
export interface Retention {
  readonly message_days: number | null;
  readonly media_days: number | null;
}

export const retentionQuery = queryOptions({
  queryKey: ['account', 'retention'],
  queryFn: async ({ signal }) =>
    (await dataOf<{ retention: Retention }>('GET', 'account/retention', { signal })).retention,
});
