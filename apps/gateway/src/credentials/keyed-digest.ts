import type { KeyedColumn } from '@chat/service-kit';

type Key = readonly [accountId: string | number, id: string | number];

/**
 * The digests of API key secrets. Only clients know the secrets, so each digest is recomputed at the next use of its
 * key.
 */
export const keyedDigest = {
  values: 'digests of API keys',
  table: 'gateway.api_keys',
  column: 'secret_digest',
  retainedKey: 'secret_digest_key',
  purpose: 'gateway.api-key',
  key: ['account_id', 'client_id'],
  contextOf: ([accountId, clientId]: Key) => `${accountId}/${clientId}`,
} as const satisfies KeyedColumn;

/** The digests of rotated secrets. They are not recomputed, since their overlap expires. */
export const keyedFormerDigest = {
  ...keyedDigest,
  values: 'digests of rotated secrets of API keys',
  column: 'former_secret_digest',
  retainedKey: 'former_secret_digest_key',
} as const satisfies KeyedColumn;

/** The digests of the client secrets of developer apps, each recomputed at the next use of its app. */
export const keyedAppDigest = {
  ...keyedDigest,
  values: 'digests of client secrets of developer apps',
  table: 'gateway.developer_apps',
  key: ['account_id', 'id'],
  contextOf: ([accountId, id]: Key) => `app ${accountId}/${id}`,
} as const satisfies KeyedColumn;
