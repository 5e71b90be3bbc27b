import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity({ schema: 'gateway', name: 'users' })
export class UserEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  accountId!: number;

  @PrimaryGeneratedColumn({ name: 'id', type: 'bigint' })
  id!: number;

  /** Lower case; unique over all accounts, since a person signs in with it. */
  @Column({ name: 'email', type: 'text' })
  email!: string;

  @Column({ name: 'name', type: 'text', nullable: true })
  name!: string | null;

  @Column({ name: 'password_hash', type: 'text', select: false })
  passwordHash!: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}
