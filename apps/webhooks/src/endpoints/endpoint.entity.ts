import type { CreatorType } from '@chat/contracts/webhooks';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type EndpointStatus = 'active' | 'disabled';

@Entity({ schema: 'webhooks', name: 'endpoints' })
export class EndpointEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' }) accountId!: number;
  @PrimaryColumn({ name: 'id', type: 'bigint' }) id!: number;
  @Column({ name: 'label', type: 'text' }) label!: string;
  @Column({ name: 'url', type: 'text' }) url!: string;
  /** Event names and families; null means all events. */
  @Column({ name: 'events', type: 'text', array: true, nullable: true }) events!: string[] | null;
  /** Sealed. Opened only by EndpointSecrets, and omitted from lists. */
  @Column({ name: 'secret', type: 'bytea', select: false }) secret!: Buffer;
  @Column({ name: 'status', type: 'text' }) status!: EndpointStatus;
  @Column({ name: 'disabled_reason', type: 'text', nullable: true }) disabledReason!: string | null;
  @Column({ name: 'disabled_at', type: 'timestamptz', nullable: true }) disabledAt!: Date | null;
  @Column({ name: 'failing_since', type: 'timestamptz', nullable: true }) failingSince!: Date | null;
  /** Whether its host has responded to it with 2xx, and its latest exchange cost no more than a normal one. */
  @Column({ name: 'is_proven', type: 'boolean' }) isProven!: boolean;
  /** Null, like the id, if the endpoint was registered before creators were recorded. */
  @Column({ name: 'creator_type', type: 'text', nullable: true }) creatorType!: CreatorType | null;
  @Column({ name: 'creator_id', type: 'text', nullable: true }) creatorId!: string | null;
  @Column({ name: 'creator_name', type: 'text', nullable: true }) creatorName!: string | null;
  /** The grant under which an app registered the endpoint; null for others. */
  @Column({ name: 'grant_id', type: 'bigint', nullable: true }) grantId!: number | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
  /** A deleted endpoint is hidden at once; the purge removes it and its deliveries. */
  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true }) deletedAt!: Date | null;
}
