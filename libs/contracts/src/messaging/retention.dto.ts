import { Id, Int, Nested, Nullable } from '..';

/** How long an account keeps messages and the files of messages. */
export class Retention {
  /** In days; null: forever. The bytes go with their message at the latest. */
  @Nullable() @Int({ min: 7, max: 36_500 }) message_days!: number | null;
  @Nullable() @Int({ min: 7, max: 36_500 }) media_days!: number | null;
}

export class RetentionOf {
  @Id() account_id!: number;
}

export class SetRetention extends Retention {
  @Id() account_id!: number;
}

export class RetentionResult {
  @Nested(() => Retention) retention!: Retention;
}
