import type { KeyedColumn } from '@chat/service-kit';

/** The PINs with which numbers were registered. */
export const sealedPins = {
  values: 'PINs of Cloud numbers',
  table: 'cloud_connector.registration_pins',
  column: 'pin',
  purpose: 'cloud-connector-pins',
  key: ['account_id', 'id'],
  contextOf: ([accountId, id]: readonly [string | number, string | number]) =>
    `registration-pins/${accountId}/${id}`,
} as const satisfies KeyedColumn;
