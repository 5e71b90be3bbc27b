import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'tickets', name: 'ticket_types' })
export class TicketTypeEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' }) accountId!: number;
  @PrimaryColumn({ name: 'id', type: 'bigint', generated: 'identity' }) id!: number;
  /** Unique within the account. */
  @Column({ name: 'key', type: 'text' }) key!: string;
  @Column({ name: 'name', type: 'text' }) name!: string;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}
