import type { KeyedColumn } from '@chat/service-kit';

/** The credentials of linked phones, each sealed for its session. */
export const sealedCredentials = {
  values: 'credentials of linked phones',
  table: 'device_sessions.sessions',
  column: 'credentials',
  purpose: 'device-sessions',
  key: ['account_id', 'channel_id'],
  contextOf: ([accountId, channelId]: readonly [string | number, string | number]) =>
    `sessions/${accountId}/${channelId}`,
} as const satisfies KeyedColumn;
