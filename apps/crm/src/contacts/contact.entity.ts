import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'crm', name: 'contacts' })
export class ContactEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' }) accountId!: number;
  @PrimaryColumn({ name: 'id', type: 'bigint', generated: 'identity' }) id!: number;
  @Column({ name: 'firstname', type: 'text' }) firstname!: string;
  @Column({ name: 'lastname', type: 'text', nullable: true }) lastname!: string | null;
  @Column({ name: 'mobile_code', type: 'text' }) mobileCode!: string;
  /** As it was given. */
  @Column({ name: 'mobile', type: 'text' }) mobile!: string;
  /** What follows the dial code in the international form; null where `mobile` is that already. */
  @Column({ name: 'national_number', type: 'text', nullable: true }) nationalNumber!: string | null;
  /** The same for all spellings of one number; unique in the account. */
  @Column({ name: 'canonical_phone', type: 'text' }) canonicalPhone!: string;
  /** The account's own word; what the person told the provider is in `crm.opt_outs`. */
  @Column({ name: 'marketing_opted_out', type: 'boolean' }) marketingOptedOut!: boolean;
  /** What `search` looks into: names and number, folded. */
  @Column({ name: 'search_text', type: 'text' }) searchText!: string;
  /** Grows by one with every change; events carry it. */
  @Column({ name: 'version', type: 'integer' }) version!: number;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}
