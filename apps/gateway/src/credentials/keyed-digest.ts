import type { KeyedColumn } from '@chat/service-kit';

/** The digests of API keys' secrets. Only a client knows its secret, so each is made anew at the key's next use. */
export const keyedDigest = {
  values: 'digests of API keys',
  table: 'gateway.api_keys',
  column: 'secret_digest',
  purpose: 'gateway.api-key',
  key: ['account_id', 'client_id'],
} as const satisfies KeyedColumn;
