import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TicketStatus } from '@chat/contracts/tickets';

@Entity({ schema: 'tickets', name: 'tickets' })
export class TicketEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' }) accountId!: number;
  @PrimaryColumn({ name: 'id', type: 'bigint', generated: 'identity' }) id!: number;
  /** Unique in the account. */
  @Column({ name: 'number', type: 'text' }) number!: string;
  @Column({ name: 'subject', type: 'text' }) subject!: string;
  @Column({ name: 'description', type: 'text', nullable: true }) description!: string | null;
  @Column({ name: 'status', type: 'text' }) status!: TicketStatus;
  @Column({ name: 'type_id', type: 'bigint' }) typeId!: number;
  @Column({ name: 'contact_id', type: 'bigint', nullable: true }) contactId!: number | null;
  @Column({ name: 'conversation_id', type: 'bigint', nullable: true }) conversationId!: number | null;
  @Column({ name: 'assignee_id', type: 'bigint', nullable: true }) assigneeId!: number | null;
  @Column({ name: 'csat_rating', type: 'integer', nullable: true }) csatRating!: number | null;
  @Column({ name: 'csat_comment', type: 'text', nullable: true }) csatComment!: string | null;
  @Column({ name: 'resolved_at', type: 'timestamptz', nullable: true }) resolvedAt!: Date | null;
  @Column({ name: 'closed_at', type: 'timestamptz', nullable: true }) closedAt!: Date | null;
  /** What `search` looks into: number and subject, folded. */
  @Column({ name: 'own_text', type: 'text' }) ownText!: string;
  /** And that of the contact; empty without one. */
  @Column({ name: 'contact_text', type: 'text' }) contactText!: string;
  /** At which version the contact got that text. */
  @Column({ name: 'contact_version', type: 'integer' }) contactVersion!: number;
  /** Grows by one with every change that clients see; events carry it. */
  @Column({ name: 'version', type: 'integer' }) version!: number;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}
