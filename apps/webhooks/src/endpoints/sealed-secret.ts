import type { KeyedColumn } from '@chat/service-kit';

type Key = readonly [accountId: string | number, endpointId: string | number];

const sealed = {
  purpose: 'webhooks/endpoint-secret',
  contextOf: ([accountId, endpointId]: Key) => `${accountId}/${endpointId}`,
};

/** The current signing secrets of endpoints, each sealed for its row. */
export const sealedSecret = {
  ...sealed,
  values: 'signing secrets of webhooks',
  table: 'webhooks.endpoints',
  column: 'secret',
  key: ['account_id', 'id'],
} as const satisfies KeyedColumn;

/** The secrets that the latest rotation replaced, moved here with their seals unchanged. */
export const retiredSecret = {
  ...sealed,
  values: 'former signing secrets of webhooks',
  table: 'webhooks.retired_secrets',
  column: 'secret',
  key: ['account_id', 'webhook_id'],
} as const satisfies KeyedColumn;
