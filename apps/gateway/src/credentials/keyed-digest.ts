import type { KeyedColumn } from '@chat/service-kit';

/** The digests of API keys' secrets. Only a client knows its secret, so each is made anew at the key's next use. */
export const keyedDigest = {
  values: 'digests of API keys',
  table: 'gateway.api_keys',
  column: 'secret_digest',
  purpose: 'gateway.api-key',
  key: ['account_id', 'client_id'],
} as const satisfies KeyedColumn;

/** Those of secrets that were rotated. They are not made anew: their overlap ends by itself. */
export const keyedFormerDigest = {
  ...keyedDigest,
  values: 'digests of rotated secrets of API keys',
  column: 'former_secret_digest',
} as const satisfies KeyedColumn;

/** Those of the client secrets of developer apps; each is made anew at the app's next use, too. */
export const keyedAppDigest = {
  ...keyedDigest,
  values: 'digests of client secrets of developer apps',
  table: 'gateway.developer_apps',
  key: ['account_id', 'id'],
} as const satisfies KeyedColumn;
