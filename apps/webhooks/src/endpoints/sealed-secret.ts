import type { KeyedColumn } from '@chat/service-kit';

/** The signing secrets of endpoints, each sealed for its row. */
export const sealedSecret = {
  values: 'signing secrets of webhooks',
  table: 'webhooks.endpoints',
  column: 'secret',
  purpose: 'webhooks/endpoint-secret',
  key: ['account_id', 'id'],
  contextOf: ([accountId, endpointId]: readonly [string | number, string | number]) =>
    `${accountId}/${endpointId}`,
} as const satisfies KeyedColumn;
