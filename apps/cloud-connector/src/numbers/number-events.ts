import type { Transaction } from '@chat/bus';
import { numberStatusChanged } from '@chat/contracts/cloud-connector';
import { toSnapshot } from './number.mapper';
import type { NumberRow } from './number.row';

/** Publishes the current state of a number. */
export function announceNumber(tx: Transaction, row: NumberRow): void {
  tx.emit(numberStatusChanged, {
    accountId: row.account_id,
    entity: `numbers/${row.channel_id}`,
    entityVersion: row.version,
    channelId: row.channel_id,
    data: toSnapshot(row),
  });
}
