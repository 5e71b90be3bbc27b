import { Bool, Id, Int, ListOf, Nested, Nullable, OneOf } from '..';
import { limitNames, type LimitName } from './limits';

/** What an account keeps of one kind. */
export class Usage {
  @OneOf(limitNames) limit!: LimitName;
  /** May be more than `max`: what arrives for an account is always kept. */
  @Int() used!: number;
  @Int({ min: 0 }) max!: number;
  /** Whether `max` was set for this account. */
  @Bool() is_own!: boolean;
}

export class ReadUsage {
  @Id() account_id!: number;
}

export class UsageList {
  @ListOf(() => Usage) usage!: Usage[];
}

export class SetLimit {
  @Id() account_id!: number;
  @OneOf(limitNames) limit!: LimitName;
  /** Null sets the default again. */
  @Nullable() @Int({ min: 0 }) max!: number | null;
}

export class RecountUsage {
  @Id() account_id!: number;
  @OneOf(limitNames) limit!: LimitName;
}

export class UsageResult {
  @Nested(() => Usage) usage!: Usage;
}

export class LimitReachedData {
  @OneOf(limitNames) limit!: LimitName;
  @Int({ min: 0 }) used!: number;
  @Int({ min: 0 }) max!: number;
}
