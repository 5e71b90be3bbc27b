import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChannelKind, ConnectionStatus } from '@chat/contracts/channels';
import type { NumberRestriction, NumberSync } from '@chat/contracts/cloud-connector';

@Entity({ schema: 'channels', name: 'channels' })
export class ChannelEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' }) accountId!: number;
  @PrimaryColumn({ name: 'id', type: 'bigint', generated: 'identity' }) id!: number;
  @Column({ name: 'business_name', type: 'text' }) businessName!: string;
  /** The declared number until a phone is linked, then the number of that phone. */
  @Column({ name: 'phone_number', type: 'text', nullable: true }) phoneNumber!: string | null;
  @Column({ name: 'channel_type', type: 'text' }) channelType!: ChannelKind;
  @Column({ name: 'origin', type: 'text' }) origin!: ChannelKind;
  @Column({ name: 'connection_status', type: 'text' }) connectionStatus!: ConnectionStatus;
  @Column({ name: 'is_default', type: 'boolean' }) isDefault!: boolean;
  @Column({ name: 'device_raw_status', type: 'text', nullable: true }) deviceRawStatus!: string | null;
  /** With `sessionSeq`: the newest session snapshot that was applied. */
  @Column({ name: 'session_epoch', type: 'bigint' }) sessionEpoch!: number;
  @Column({ name: 'session_seq', type: 'bigint' }) sessionSeq!: number;
  @Column({ name: 'last_error', type: 'text', nullable: true }) lastError!: string | null;
  /** The same in one word; null without it. */
  @Column({ name: 'last_error_reason', type: 'text', nullable: true }) lastErrorReason!: string | null;
  @Column({ name: 'last_seen_at', type: 'timestamptz', nullable: true }) lastSeenAt!: Date | null;
  @Column({ name: 'last_heartbeat_at', type: 'timestamptz', nullable: true }) lastHeartbeatAt!: Date | null;
  /** For a number that stays in the business app: how far its contacts and its history have been shared. */
  @Column({ name: 'sync', type: 'jsonb', nullable: true }) sync!: NumberSync | null;
  /** When the token of a Cloud channel expires; null: never, or unknown. */
  @Column({ name: 'token_expires_at', type: 'timestamptz', nullable: true }) tokenExpiresAt!: Date | null;
  /** How many days before that end clients were told of it last; null: not yet. */
  @Column({ name: 'token_notice', type: 'smallint', nullable: true }) tokenNotice!: number | null;
  /** Of a Cloud channel, in the provider's words, as the next two; null: unknown. */
  @Column({ name: 'quality_rating', type: 'text', nullable: true }) qualityRating!: string | null;
  @Column({ name: 'messaging_limit', type: 'text', nullable: true }) messagingLimit!: string | null;
  @Column({ name: 'name_status', type: 'text', nullable: true }) nameStatus!: string | null;
  /** The kinds of message that the network restricts. */
  @Column({ name: 'restrictions', type: 'jsonb' }) restrictions!: NumberRestriction[];
  /** Incremented with every change; events carry it. */
  @Column({ name: 'version', type: 'bigint' }) version!: number;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}
