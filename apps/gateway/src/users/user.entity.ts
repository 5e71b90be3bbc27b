import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Role } from '@chat/contracts';

@Entity({ schema: 'gateway', name: 'users' })
export class UserEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' }) accountId!: number;
  @PrimaryColumn({ name: 'id', type: 'bigint', generated: 'identity' }) id!: number;
  /** Lower case. Unique across all accounts, since users sign in with it. Null for whoever signs in as another user. */
  @Column({ name: 'email', type: 'text', nullable: true }) email!: string | null;
  /** The user of another account as whom the person signs in, with all that belongs to it; null for themselves. */
  @ManyToOne(() => UserEntity)
  @JoinColumn([
    { name: 'sign_in_account_id', referencedColumnName: 'accountId' },
    { name: 'sign_in_id', referencedColumnName: 'id' },
  ])
  signIn?: Relation<UserEntity> | null;
  @Column({ name: 'name', type: 'text', nullable: true }) name!: string | null;
  @Column({ name: 'role', type: 'text' }) role!: Role;
  @Column({ name: 'is_operator', type: 'boolean' }) isOperator!: boolean;
  @Column({ name: 'password_hash', type: 'text', select: false }) passwordHash!: string;
  @Column({ name: 'totp_confirmed_at', type: 'timestamptz', nullable: true }) totpConfirmedAt!: Date | null;
  @Column({ name: 'disabled_at', type: 'timestamptz', nullable: true }) disabledAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}
