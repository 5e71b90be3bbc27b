import type { KeyedColumn } from '@chat/service-kit';

/** The tokens of numbers at the provider, each sealed for its channel. */
export const sealedCredentials = {
  values: 'credentials of Cloud numbers',
  table: 'cloud_connector.numbers',
  column: 'credentials',
  purpose: 'cloud-connector',
  key: ['account_id', 'channel_id'],
  contextOf: ([accountId, channelId]: readonly [string | number, string | number]) =>
    `numbers/${accountId}/${channelId}`,
} as const satisfies KeyedColumn;
