import type { Transaction } from '@chat/bus';
import { deviceStatusChanged } from '@chat/contracts/channels';
import type { ChannelEntity } from './channel.entity';
import { toChannel } from './channel.mapper';
import { linkEvent } from './link-event.rules';

/** Emits the events of a connection status change, if there was one. Only Device channels also have link events. */
export function announce(tx: Transaction, before: ChannelEntity, after: ChannelEntity, reason: string): void {
  const [from_status, to_status] = [before.connectionStatus, after.connectionStatus];
  if (from_status === to_status) return;
  const occurrence = occurrenceOf(after);
  const device = toChannel(after);
  const ownEvent = after.origin === 'device' ? linkEvent(from_status, to_status) : null;
  if (ownEvent) tx.emit(ownEvent, { ...occurrence, data: { device } });
  tx.emit(deviceStatusChanged, { ...occurrence, data: { device, from_status, to_status, reason } });
}

function occurrenceOf({ accountId, id, version }: ChannelEntity) {
  return { accountId, entity: `channels/${id}`, entityVersion: version, channelId: id };
}
