import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'gateway', name: 'developer_apps' })
export class DeveloperAppEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' }) accountId!: number;
  @PrimaryColumn({ name: 'id', type: 'bigint', generated: 'identity' }) id!: number;
  @Column({ name: 'name', type: 'text' }) name!: string;
  @Column({ name: 'client_id', type: 'text' }) clientId!: string;
  /** Null: a public app, which cannot keep a secret. */
  @Column({ name: 'secret_digest', type: 'bytea', nullable: true }) secretDigest!: Buffer | null;
  /** What verifies the digest when its `SECRET_KEY` is gone. */
  @Column({ name: 'secret_digest_key', type: 'bytea', nullable: true }) secretDigestKey!: Buffer | null;
  /** As entered; a request must name one of them exactly. */
  @Column({ name: 'redirect_uris', type: 'text', array: true }) redirectUris!: string[];
  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true }) deletedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}
