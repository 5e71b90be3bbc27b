import { About, Bool, Example, Id, Int, ListOf, Nested, Nullable, OneOf, Timestamp, Verbatim } from '..';
import { limitNames, limitUnits, type LimitName, type LimitUnit } from '../limits';

@About('A person of the account.')
export class Person {
  @Example(4) @Id() id!: number;
  @Example('Ada Lovelace') @Nullable() @Verbatim() name!: string | null;
}

export class PersonList {
  @ListOf(() => Person) users!: Person[];
}

@About('The account of a credential.')
export class AccountName {
  @Example(2) @Id() id!: number;
  @Example('Acme') @Verbatim() name!: string;
}

@About('What the account may use.')
export class AccountPlan {
  @Bool() device_channels!: boolean;
  @Bool() cloud_channels!: boolean;
  @Bool() coexistence!: boolean;
  @About('Whether webhooks may be tested and deliveries resent.') @Bool() manual_probes!: boolean;
}

@About('The channels that the account may have.')
export class AccountSlots {
  @About('-1 if the plan is unlimited.') @Example(10) @Int({ min: -1 }) limit!: number;
  @Example(3) @Int({ min: 0 }) used!: number;
  @About('-1 if the plan is unlimited.') @Example(7) @Int({ min: -1 }) remaining!: number;
}

@About('What the account may keep of one kind.')
export class AccountLimit {
  @Example('contacts') @OneOf(limitNames) limit!: LimitName;
  @Example('records') @OneOf(limitUnits) unit!: LimitUnit;
  @About('May be more than `max`: what arrives is always kept.')
  @Example(1_200)
  @Int({ min: 0 })
  used!: number;
  @Example(1_000_000) @Int({ min: 0 }) max!: number;
  @Example(998_800) @Int({ min: 0 }) remaining!: number;
}

@About('The requests that all credentials of the account together may send.')
export class AccountRateLimit {
  @About('Requests in any minute.') @Example(120) @Int({ min: 1 }) limit!: number;
  @About('What is left of it at this moment.') @Example(118) @Int({ min: 0 }) remaining!: number;
}

@About('The account, what it may use, and what is left of it.')
export class OwnAccount extends AccountName {
  @Nested(() => AccountPlan) plan!: AccountPlan;
  @Nested(() => AccountSlots) slots!: AccountSlots;
  @ListOf(() => AccountLimit) limits!: AccountLimit[];
  @Nested(() => AccountRateLimit) rate_limit!: AccountRateLimit;
  @Timestamp() created_at!: string;
}

export class OwnAccountResult {
  @Nested(() => OwnAccount) account!: OwnAccount;
}
