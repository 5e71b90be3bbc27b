import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'crm', name: 'contacts' })
export class ContactEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' }) accountId!: number;
  @PrimaryColumn({ name: 'id', type: 'bigint', generated: 'identity' }) id!: number;
  @Column({ name: 'firstname', type: 'text' }) firstname!: string;
  @Column({ name: 'lastname', type: 'text', nullable: true }) lastname!: string | null;
  @Column({ name: 'mobile_code', type: 'text' }) mobileCode!: string;
  /** As entered. */
  @Column({ name: 'mobile', type: 'text' }) mobile!: string;
  /** The part after the dial code in international form; null if `mobile` is that already. */
  @Column({ name: 'national_number', type: 'text', nullable: true }) nationalNumber!: string | null;
  /** Identical for all spellings of a number; unique within the account. */
  @Column({ name: 'canonical_phone', type: 'text' }) canonicalPhone!: string;
  /** The account's own opt-out; the person's, from the provider, is in `crm.opt_outs`. */
  @Column({ name: 'marketing_opted_out', type: 'boolean' }) marketingOptedOut!: boolean;
  /** The searchable text: names, and the number in its written forms, folded. */
  @Column({ name: 'search_text', type: 'text' }) searchText!: string;
  /** Incremented with every change; events contain it. */
  @Column({ name: 'version', type: 'integer' }) version!: number;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}
