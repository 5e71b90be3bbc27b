import {
  About,
  Bool,
  Default,
  Digits,
  Example,
  Id,
  Int,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
  Timestamp,
  Verbatim,
  WhenKnown,
  WholeListQuery,
  Word,
} from '..';
import { NumberCredentials, NumberSync } from '../cloud-connector/number.dto';

export const channelKinds = ['cloud', 'device'] as const;
export type ChannelKind = (typeof channelKinds)[number];

export const connectionStatuses = ['pending', 'connected', 'disconnected'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

@About('A channel as clients see it; the paths call it a device.')
export class Channel {
  @Example(7) @Id() id!: number;
  @Example('Acme shop') @Text({ max: 50 }) business_name!: string;
  @About('Digits with country code; absent until known.')
  @Example('14155550100')
  @WhenKnown()
  @Digits()
  phone_number?: string;
  @Example('device') @OneOf(channelKinds) channel_type!: ChannelKind;
  @About('The kind to route by: rows of older versions may carry a channel_type that disagrees with origin.')
  @Example('device')
  @OneOf(channelKinds)
  effective_channel_type!: ChannelKind;
  @Example('device') @OneOf(channelKinds) origin!: ChannelKind;
  @Example('connected') @OneOf(connectionStatuses) connection_status!: ConnectionStatus;
  @About('Sends go out on it unless they name a channel.') @Bool() is_default!: boolean;
  @Example('2026-01-31T10:20:30.000+00:00') @Nullable() @Timestamp() last_seen_at!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class ChannelStatus {
  @Example(7) @Id() id!: number;
  @Example('connected') @OneOf(connectionStatuses) connection_status!: ConnectionStatus;
  @Example('2026-01-31T10:20:30.000+00:00') @Nullable() @Timestamp() last_seen_at!: string | null;
  @Example('2026-01-31T10:20:30.000+00:00') @Nullable() @Timestamp() last_heartbeat_at!: string | null;
  @About('Why the link was lost or refused.') @Nullable() @Verbatim() last_error!: string | null;
  @Example('14155550100') @Nullable() @Digits() phone_number!: string | null;
  @About("The device session's own word, as in CONNECTED; null for Cloud channels.")
  @Example('CONNECTED')
  @Nullable()
  @Verbatim()
  device_raw_status!: string | null;
  @About('True while a phone is being linked.') @Example(false) @Bool() awaiting_link!: boolean;
  @About('Null for a channel whose number is not in the business app (Coexistence).')
  @Nullable()
  @Nested(() => NumberSync)
  sync!: NumberSync | null;
}

export class Quota {
  @About('Free channel slots; -1 when the plan is unlimited.')
  @Example(4)
  @Int({ min: -1 })
  account_limit_remaining!: number;
  @Example(1) @Int({ min: 0 }) channels_in_use!: number;
  @About('Whether the plan has Cloud channels.') @Bool() cloud_api_available!: boolean;
  @About('Whether the plan has Device channels.') @Bool() device_channels_available!: boolean;
}

export class ChannelList {
  @ListOf(() => Channel) devices!: Channel[];
  @Nested(() => Quota) quota!: Quota;
}

export class ListChannelsQuery extends WholeListQuery {
  @About('Only channels of this kind.') @Optional() @OneOf(channelKinds) origin?: ChannelKind;
}

export class CreateChannel {
  @Example('Acme shop') @Text({ max: 50 }) name!: string;
  // The service checks it, since `cloud` has an error code of its own.
  @About('Only `device`.') @Default('device') @Optional() @Word({ max: 100 }) type?: string;
  @About('Digits with country code.') @Optional() @Digits({ min: 5, max: 15 }) phone_number?: string;
}

export class CreatedChannel {
  @Nested(() => Channel) device!: Channel;
  @About('A channel with this number was there and is used again.') @Example(false) @Bool() reused!: boolean;
  @Example('Link a phone: ask for a QR code or a pairing code.') @Verbatim() message!: string;
}

export class ChannelResult {
  @Nested(() => Channel) device!: Channel;
}

export class ReconnectedChannel extends ChannelResult {
  @Example('Link the phone anew: ask for a QR code or a pairing code.') @Verbatim() message!: string;
}

export class QrCode {
  @Example(7) @Id() device_id!: number;
  @About('`data:image/png;base64,…`; null when the channel is connected already.')
  @Example('data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==')
  @Nullable()
  @Verbatim()
  qr!: string | null;
  @OneOf(['PENDING', 'CONNECTED']) status!: 'PENDING' | 'CONNECTED';
  @Example(false) @Bool() connected!: boolean;
  @About('Seconds until the code expires; ask again then.')
  @Example(20)
  @Int({ min: 0 })
  qr_duration!: number;
}

export class RequestPairingCode {
  @About('Digits with country code. One of `phone` and `phone_number` is required.')
  @Optional()
  @Example('14155550100')
  @Digits({ min: 5, max: 15 })
  phone?: string;
  @About('Alias of `phone`.') @Optional() @Digits({ min: 5, max: 15 }) phone_number?: string;
}

export class PairingCode {
  @Example(7) @Id() device_id!: number;
  @About('As the phone shows it: `ABCD-EFGH`.') @Example('K7QF-9XTR') @Verbatim() pairing_code!: string;
  @Example('14155550100') @Digits() phone_number!: string;
  @Example('Enter the code on the phone, under linked devices.') @Verbatim() message!: string;
}

export class DeletedChannel {
  @Bool() deleted!: true;
  @Example('device') @OneOf(channelKinds) channel_type!: ChannelKind;
  @About('False when the plan is unlimited.') @Bool() quota_restored!: boolean;
  @Example(7) @Id() device_id!: number;
}

/** A number at the provider that an account brings, with a token of its own. */
export class ConnectCloudChannel extends NumberCredentials {
  @Id() account_id!: number;
}

/** How a send names its channel. Without either member the account's default is meant. */
export class ResolveChannel {
  @Optional() @Id() chat_account_id?: number;
  @Optional() @Digits() from_number?: string;
}

export class SignOfLife {
  @Id() account_id!: number;
  @Id() channel_id!: number;
  @Timestamp() last_seen_at!: string;
  @Nullable() @Timestamp() last_heartbeat_at!: string | null;
}

/** How many sessions one report may have. */
export const MAX_SIGNS_OF_LIFE = 500;

export class ReportedSignsOfLife {
  @ListOf(() => SignOfLife, { maxItems: MAX_SIGNS_OF_LIFE }) sessions!: SignOfLife[];
}

export class DeviceEventData {
  @Nested(() => Channel) device!: Channel;
}

export class DeviceStatusChangedData extends DeviceEventData {
  @OneOf(connectionStatuses) from_status!: ConnectionStatus;
  @Example('connected') @OneOf(connectionStatuses) to_status!: ConnectionStatus;
  @Nullable() @Verbatim() reason!: string | null;
}

export class ChannelDeletedData {
  @Id() channel_id!: number;
}
