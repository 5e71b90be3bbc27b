import {
  About,
  Bool,
  Digits,
  Example,
  Id,
  IfGiven,
  ListOf,
  Nested,
  Nullable,
  Optional,
  PageQuery,
  PhoneDigits,
  Text,
  Timestamp,
  Verbatim,
} from '..';

@About('An entry in the address book.')
export class Contact {
  @Example(31) @Id() id!: number;
  @Example('Ada') @Text({ max: 100 }) firstname!: string;
  @Example('Lovelace') @Nullable() @Text({ max: 100 }) lastname!: string | null;
  @About('Dial code without +.') @Example('1') @Digits({ max: 4 }) mobile_code!: string;
  @About('National number, as it was provided.') @Example('4155550123') @Digits({ max: 15 }) mobile!: string;
  @About('Dial code and national number, without a trunk prefix.') @Digits() phone!: string;
  @About(
    'Marketing templates are not sent to this contact: the account said so, or the person told the provider. Either is enough.',
  )
  @Example(false)
  @Bool()
  marketing_opted_out!: boolean;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class ContactResult {
  @Nested(() => Contact) contact!: Contact;
}

export class ContactList {
  @ListOf(() => Contact) contacts!: Contact[];
}

export class ListContactsQuery extends PageQuery {
  @About(
    'Part of a first name, a last name or a number. A number is found however it is written: with or without country code, +, trunk prefix, spaces and dashes. Case and accents are ignored.',
  )
  @Optional()
  @Verbatim({ min: 1, max: 100 })
  search?: string;
}

export class CreateContact {
  @Example('Ada') @Text({ max: 100 }) firstname!: string;
  @Example('Lovelace') @Optional() @Text({ max: 100 }) lastname?: string;
  @About('Dial code without +.') @Example('1') @PhoneDigits() mobile_code!: string;
  @About(
    'National number. A trunk prefix, such as the 0 in 07911 123456, is allowed. A number that wrote to you is accepted even if no numbering plan has it.',
  )
  @Example('4155550123')
  @PhoneDigits()
  mobile!: string;
  @About('The word of the account. What the person told the provider counts beside it.')
  @Optional()
  @Bool()
  marketing_opted_out?: boolean;
}

@About('Fields that you omit stay unchanged. Null clears the last name. The number cannot be changed.')
export class UpdateContact {
  @Example('Ada Augusta') @IfGiven() @Text({ max: 100 }) firstname?: string;
  @IfGiven() @Nullable() @Text({ max: 100 }) lastname?: string | null;
  @About(
    'The word of the account. false takes it back, and the contact stays opted out if the person told the provider so.',
  )
  @IfGiven()
  @Bool()
  marketing_opted_out?: boolean;
}

export class ContactRef {
  @Id() contact_id!: number;
}

export class ContactEventData {
  @Nested(() => Contact) contact!: Contact;
  /**
   * Whether the account itself opted the contact out, whatever the person told the provider. Absent in events of earlier
   * releases, whose contact says the same.
   */
  @Optional() @Bool() opted_out_by_account?: boolean;
}

export class ContactDeletedData {
  @Id() contact_id!: number;
  /** The contact's number, which is available again. */
  @Digits() phone!: string;
}
