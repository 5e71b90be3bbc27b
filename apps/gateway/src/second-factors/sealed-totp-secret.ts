import type { KeyedColumn } from '@chat/service-kit';

/** The secrets of people's authenticator apps, each sealed for its person. */
export const sealedTotpSecret = {
  values: 'secrets of authenticator apps',
  table: 'gateway.users',
  column: 'totp_secret',
  purpose: 'gateway.totp',
  key: ['account_id', 'id'],
  contextOf: ([accountId, id]: readonly [string | number, string | number]) => `totp ${accountId}/${id}`,
} as const satisfies KeyedColumn;
