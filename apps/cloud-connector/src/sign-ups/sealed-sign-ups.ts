import type { KeyedColumn } from '@chat/service-kit';

/** The tokens of sign-ups and their registration PINs, each sealed for its sign-up. */
export const sealedSignUps = {
  values: 'credentials of sign-ups',
  table: 'cloud_connector.sign_ups',
  column: 'credentials',
  purpose: 'cloud-connector-sign-ups',
  key: ['account_id', 'id'],
  contextOf: ([accountId, id]: readonly [string | number, string | number]) => `sign-ups/${accountId}/${id}`,
} as const satisfies KeyedColumn;
