import {
  About,
  AnyObject,
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
import { NumberCredentials, NumberRestriction, NumberSync } from '../cloud-connector/number.dto';

export const channelKinds = ['cloud', 'device'] as const;
export type ChannelKind = (typeof channelKinds)[number];

export const connectionStatuses = ['pending', 'connected', 'disconnected'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** In code points. */
export const MAX_CHANNEL_NAME = 50;

@About('A channel. The paths call it a device.')
export class Channel {
  @Example(7) @Id() id!: number;
  @Example('Acme shop') @Text({ max: MAX_CHANNEL_NAME }) business_name!: string;
  @About('Digits with country code; absent until known.')
  @Example('14155550100')
  @WhenKnown()
  @Digits()
  phone_number?: string;
  @Example('device') @OneOf(channelKinds) channel_type!: ChannelKind;
  @About('Use this type to route: `channel_type` may disagree with `origin` in records from older versions.')
  @Example('device')
  @OneOf(channelKinds)
  effective_channel_type!: ChannelKind;
  @Example('device') @OneOf(channelKinds) origin!: ChannelKind;
  @Example('connected') @OneOf(connectionStatuses) connection_status!: ConnectionStatus;
  @About('Messages are sent on this channel unless they name another.') @Bool() is_default!: boolean;
  @Example('2026-01-31T10:20:30.000+00:00') @Nullable() @Timestamp() last_seen_at!: string | null;
  @About("A Cloud channel's quality at the provider, in its words: GREEN, YELLOW or RED; null: unknown.")
  @Example('GREEN')
  @Nullable()
  @Verbatim()
  quality_rating!: string | null;
  @About(
    "How many people a Cloud channel may write to first in a day, in the provider's words; null: unknown.",
  )
  @Example('TIER_1K')
  @Nullable()
  @Verbatim()
  messaging_limit!: string | null;
  @About("Whether the provider accepted a Cloud channel's display name, in its words; null: unknown.")
  @Example('APPROVED')
  @Nullable()
  @Verbatim()
  name_status!: string | null;
  @About('When the token of a Cloud channel at the provider expires; null: never, or unknown.')
  @Nullable()
  @Timestamp()
  token_expires_at!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class ChannelStatus {
  @Example(7) @Id() id!: number;
  @Example('connected') @OneOf(connectionStatuses) connection_status!: ConnectionStatus;
  @Example('2026-01-31T10:20:30.000+00:00') @Nullable() @Timestamp() last_seen_at!: string | null;
  @Example('2026-01-31T10:20:30.000+00:00') @Nullable() @Timestamp() last_heartbeat_at!: string | null;
  @About('Why the link was lost or refused, and what to do.') @Nullable() @Verbatim() last_error!:
    string | null;
  @About(
    'The same in one word, from those of `reason` of `device.status_changed`, such as `logged_out` or `token_invalid`; ' +
      'null without `last_error`. Expect words that you do not know.',
  )
  @Nullable()
  @Verbatim()
  last_error_reason!: string | null;
  @Example('14155550100') @Nullable() @Digits() phone_number!: string | null;
  @About("The device session's own status, for example CONNECTED; null for Cloud channels.")
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
  @About('Free channel slots; -1 if the plan is unlimited.')
  @Example(4)
  @Int({ min: -1 })
  account_limit_remaining!: number;
  @Example(1) @Int({ min: 0 }) channels_in_use!: number;
  @About('Whether the plan includes Cloud channels.') @Bool() cloud_api_available!: boolean;
  @About('Whether the plan includes Device channels.') @Bool() device_channels_available!: boolean;
}

export class ChannelList {
  @ListOf(() => Channel) devices!: Channel[];
  @Nested(() => Quota) quota!: Quota;
}

export class ListChannelsQuery extends WholeListQuery {
  @About('Return only channels of this type.') @Optional() @OneOf(channelKinds) origin?: ChannelKind;
}

export class CreateChannel {
  @Example('Acme shop') @Text({ max: MAX_CHANNEL_NAME }) name!: string;
  // Validated by the service, since any other text, however long, has an error code of its own.
  @About('Must be `device`.') @Default('device') @Optional() @Word() type?: string;
  @About('Digits with country code.') @Optional() @Digits({ min: 5, max: 15 }) phone_number?: string;
}

export class CreatedChannel {
  @Nested(() => Channel) device!: Channel;
  @About('True if an existing channel with this number was reused.') @Example(false) @Bool() reused!: boolean;
  @Example('Link a phone: request a QR code or a pairing code.') @Verbatim() message!: string;
}

export class ChannelResult {
  @Nested(() => Channel) device!: Channel;
}

export class ResolvedChannel extends Channel {
  @About('Why it is not connected, and what to do; absent if the connector gave no reason.')
  @WhenKnown()
  @Verbatim()
  last_error?: string;
  @About('The kinds of message that the network restricts; absent if there are none.')
  @WhenKnown()
  @ListOf(() => NumberRestriction)
  restrictions?: NumberRestriction[];
}

export class ResolvedChannelResult {
  @Nested(() => ResolvedChannel) device!: ResolvedChannel;
}

export class ReconnectedChannel extends ChannelResult {
  @Example('Link the phone again: request a QR code or a pairing code.') @Verbatim() message!: string;
}

export class QrCode {
  @Example(7) @Id() device_id!: number;
  @About('`data:image/png;base64,…`; null if the channel is already connected.')
  @Example('data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==')
  @Nullable()
  @Verbatim()
  qr!: string | null;
  @OneOf(['PENDING', 'CONNECTED']) status!: 'PENDING' | 'CONNECTED';
  @Example(false) @Bool() connected!: boolean;
  @About('Seconds until the code expires; request a new one then.')
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
  @About('In the format that the phone shows: `ABCD-EFGH`.')
  @Example('K7QF-9XTR')
  @Verbatim()
  pairing_code!: string;
  @Example('14155550100') @Digits() phone_number!: string;
  @Example('Enter the code on the phone, under linked devices.') @Verbatim() message!: string;
}

export class DeletedChannel {
  @Bool() deleted!: true;
  @Example('device') @OneOf(channelKinds) channel_type!: ChannelKind;
  @About('False if the plan is unlimited.') @Bool() quota_restored!: boolean;
  @Example(7) @Id() device_id!: number;
}

/** A number at the provider that the account supplies together with its own access token. */
export class ConnectCloudChannel extends NumberCredentials {
  @Id() account_id!: number;
}

/** The channel of a send, by id or by number. If both members are absent, the account's default channel is used. */
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

/** Maximum number of sessions per report. */
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
  @About('Why, in one word, such as `logged_out` or `token_invalid`. Expect words that you do not know.')
  @Example('connected')
  @Nullable()
  @Verbatim()
  reason!: string | null;
}

export class DeviceUpdatedData extends DeviceEventData {
  @About('The members that changed, with their former values.')
  @Example({ token_expires_at: '2026-02-01T10:20:30.000+00:00' })
  @AnyObject()
  previous!: Record<string, unknown>;
}

export class DeviceTokenExpiringData extends DeviceEventData {
  @Example('2026-04-01T10:20:30.000+00:00') @Timestamp() expires_at!: string;
}

export class ChannelDeletedData {
  @Id() channel_id!: number;
}
