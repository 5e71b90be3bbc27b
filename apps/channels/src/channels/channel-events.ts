import type { Transaction } from '@chat/bus';
import {
  deviceStatusChanged,
  deviceTokenExpiring,
  deviceUpdated,
  type Channel,
} from '@chat/contracts/channels';
import { toTimestamp } from '@chat/service-kit';
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

/** What the provider says of a Cloud channel, whose changes have an event of their own. */
const providerMembers = [
  'quality_rating',
  'messaging_limit',
  'name_status',
  'token_expires_at',
] as const satisfies readonly (keyof Channel)[];

/** Emits the event that what the provider says of a channel changed, if it did. */
export function announceUpdate(tx: Transaction, before: ChannelEntity, after: ChannelEntity): void {
  const [former, device] = [toChannel(before), toChannel(after)];
  const changed = providerMembers.filter((name) => former[name] !== device[name]);
  if (changed.length === 0) return;
  const previous = Object.fromEntries(changed.map((name) => [name, former[name]]));
  tx.emit(deviceUpdated, { ...occurrenceOf(after), data: { device, previous } });
}

/** Emits the event that the token of a channel is about to expire. */
export function announceExpiry(tx: Transaction, channel: ChannelEntity, expiresAt: Date): void {
  const data = { device: toChannel(channel), expires_at: toTimestamp(expiresAt) };
  tx.emit(deviceTokenExpiring, { ...occurrenceOf(channel), data });
}

function occurrenceOf({ accountId, id, version }: ChannelEntity) {
  return { accountId, entity: `channels/${id}`, entityVersion: version, channelId: id };
}
