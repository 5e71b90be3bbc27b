import type { KeyedColumn } from '@chat/service-kit';

type KeyPart = string | number;

/** The credentials of linked phones, each sealed for its session. */
export const sealedCredentials = {
  values: 'credentials of linked phones',
  table: 'device_sessions.sessions',
  column: 'credentials',
  purpose: 'device-sessions',
  key: ['account_id', 'channel_id'],
  contextOf: ([accountId, channelId]: readonly [KeyPart, KeyPart]) => `sessions/${accountId}/${channelId}`,
} as const satisfies KeyedColumn;

/** The keys that engines keep for their sessions, each sealed for its place. */
export const sealedKeys = {
  values: 'keys of linked phones',
  table: 'device_sessions.session_keys',
  column: 'value',
  purpose: 'device-sessions/keys',
  key: ['account_id', 'channel_id', 'kind', 'id'],
  contextOf: (key: readonly [KeyPart, KeyPart, kind: KeyPart, id: KeyPart]) =>
    JSON.stringify(key.map(String)),
} as const satisfies KeyedColumn;

/** What was sent, each sealed for its message. */
export const sealedContents = {
  values: 'contents sent by linked phones',
  table: 'device_sessions.sends',
  column: 'content',
  purpose: 'device-sessions/contents',
  key: ['account_id', 'message_id'],
  contextOf: ([accountId, messageId]: readonly [KeyPart, KeyPart]) => `sends/${accountId}/${messageId}`,
} as const satisfies KeyedColumn;
