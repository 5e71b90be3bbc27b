import { Bool, Id, IfGiven, Int, ListOf, Nullable, OneOf, Optional, Timestamp, Verbatim } from '..';
import { channelKinds, connectionStatuses, type ChannelKind, type ConnectionStatus } from './channel.dto';

/** The most channels in one answer. */
export const MAX_SURVEYED_CHANNELS = 200;

/** Lists channels of all accounts, ordered by account and id. */
export class SurveyChannels {
  @Optional() @Id() account_id?: number;
  /** Only this channel of the account. */
  @Optional() @Id() channel_id?: number;
  /** Lists only channels that were connected and are not, and those with an error. */
  @Optional() @Bool() is_failing?: boolean;
  /** The account and the id of the last channel of the page before. */
  @Optional() @Id() after_account_id?: number;
  @Optional() @Id() after_id?: number;
}

/** A channel as operators see it, without its name and its number. */
export class SurveyedChannel {
  @Id() id!: number;
  @Id() account_id!: number;
  @OneOf(channelKinds) kind!: ChannelKind;
  @OneOf(connectionStatuses) connection_status!: ConnectionStatus;
  /** The status of a phone's session; null for Cloud channels. */
  @Nullable() @Verbatim() session_status!: string | null;
  @Nullable() @Verbatim() last_error!: string | null;
  /** The same in one word; a service of an earlier release does not say. */
  @IfGiven() @Nullable() @Verbatim() last_error_reason?: string | null;
  @Nullable() @Timestamp() last_seen_at!: string | null;
  /** The latest change; for a disconnected channel, since when it is. */
  @Timestamp() changed_at!: string;
}

export class SurveyedChannels {
  @ListOf(() => SurveyedChannel) channels!: SurveyedChannel[];
}

export class CountChannels {
  @Id() account_id!: number;
}

export class ChannelsInUse {
  @Int({ min: 0 }) channels_in_use!: number;
}
