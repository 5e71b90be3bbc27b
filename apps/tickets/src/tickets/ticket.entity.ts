import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TicketStatus } from '@chat/contracts/tickets';

@Entity({ schema: 'tickets', name: 'tickets' })
export class TicketEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' }) accountId!: number;
  @PrimaryColumn({ name: 'id', type: 'bigint', generated: 'identity' }) id!: number;
  /** Unique within the account. */
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
  /** The ticket's own searchable text: number and subject, folded. */
  @Column({ name: 'own_text', type: 'text' }) ownText!: string;
  /** The contact's searchable text; empty without a contact. */
  @Column({ name: 'contact_text', type: 'text' }) contactText!: string;
  /** The contact's version in which that text changed last. */
  @Column({ name: 'contact_version', type: 'integer' }) contactVersion!: number;
  /** Incremented with every visible change; events contain it. */
  @Column({ name: 'version', type: 'integer' }) version!: number;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}
