import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'gateway', name: 'api_keys' })
export class ApiKeyEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' }) accountId!: number;
  @PrimaryColumn({ name: 'client_id', type: 'text' }) clientId!: string;
  @Column({ name: 'name', type: 'text', nullable: true }) name!: string | null;
  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true }) expiresAt!: Date | null;
  /** The id of the user who made it; null for the admin tool. */
  @Column({ name: 'created_by', type: 'bigint', nullable: true }) createdBy!: number | null;
  @Column({ name: 'secret_digest', type: 'bytea', select: false }) secretDigest!: Buffer;
  /** Null: every scope that need not be granted explicitly. */
  @Column({ name: 'scopes', type: 'text', array: true, nullable: true }) scopes!: string[] | null;
  /** Addresses and CIDR ranges, as entered. */
  @Column({ name: 'allowlist', type: 'text', array: true }) allowlist!: string[];
  /** The secret before the last rotation. */
  @Column({ name: 'former_secret_digest', type: 'bytea', nullable: true, select: false })
  formerSecretDigest!: Buffer | null;
  @Column({ name: 'former_secret_until', type: 'timestamptz', nullable: true })
  formerSecretUntil!: Date | null;
  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true }) lastUsedAt!: Date | null;
  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true }) revokedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}
