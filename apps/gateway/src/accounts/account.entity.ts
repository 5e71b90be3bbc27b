import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'gateway', name: 'accounts' })
export class AccountEntity {
  @PrimaryColumn({ name: 'id', type: 'bigint', generated: 'identity' }) id!: number;
  @Column({ name: 'name', type: 'text' }) name!: string;
  /** -1 means unlimited. */
  @Column({ name: 'account_limit', type: 'integer' }) accountLimit!: number;
  @Column({ name: 'device_channels', type: 'boolean' }) deviceChannels!: boolean;
  @Column({ name: 'cloud_channels', type: 'boolean' }) cloudChannels!: boolean;
  @Column({ name: 'coexistence', type: 'boolean' }) coexistence!: boolean;
  /** Requests per minute. */
  @Column({ name: 'rate_limit', type: 'integer' }) rateLimit!: number;
  /** Whether webhooks may be tested and resent. */
  @Column({ name: 'manual_probes', type: 'boolean' }) manualProbes!: boolean;
  /** Whether agents may connect. */
  @Column({ name: 'mcp', type: 'boolean' }) mcp!: boolean;
  @Column({ name: 'suspended_at', type: 'timestamptz', nullable: true }) suspendedAt!: Date | null;
  @Column({ name: 'suspension_version', type: 'integer' }) suspensionVersion!: number;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}
