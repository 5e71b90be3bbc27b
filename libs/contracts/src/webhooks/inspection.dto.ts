import { Bool, Id, Int, ListOf, Nested, Nullable, OneOf, Optional, Timestamp, Verbatim } from '..';
import { DeliveryAttempt, deliveryStatuses, type DeliveryStatus } from './delivery.dto';

/** The most endpoints or deliveries in one answer. */
export const MAX_INSPECTED = 200;

/** Lists endpoints of all accounts, ordered by account and id. */
export class SurveyWebhooks {
  @Optional() @Id() account_id?: number;
  /** Lists only endpoints that fail or are disabled. */
  @Optional() @Bool() is_failing?: boolean;
  /** The account and the id of the last endpoint of the page before. */
  @Optional() @Id() after_account_id?: number;
  @Optional() @Id() after_id?: number;
}

/** An endpoint as operators see it: the host of its address is shown, not its path, which may contain secrets. */
export class SurveyedWebhook {
  @Id() id!: number;
  @Id() account_id!: number;
  @Verbatim() host!: string;
  @OneOf(['active', 'disabled']) status!: 'active' | 'disabled';
  @Nullable() @Timestamp() failing_since!: string | null;
  @Nullable() @Verbatim() disabled_reason!: string | null;
  @Nullable() @Timestamp() disabled_at!: string | null;
  /** Failed attempts since the latest success. */
  @Int({ min: 0 }) failures!: number;
}

export class SurveyedWebhooks {
  @ListOf(() => SurveyedWebhook) webhooks!: SurveyedWebhook[];
}

export class InspectWebhook {
  @Id() webhook_id!: number;
}

/** A delivery as operators see it, without its payload and the body of the response. */
export class InspectedDelivery {
  @Id() id!: number;
  @Id() webhook_id!: number;
  @Verbatim() event_id!: string;
  @Verbatim() event!: string;
  @OneOf(deliveryStatuses) status!: DeliveryStatus;
  @Int({ min: 0 }) attempts!: number;
  @Nullable() @Int() response_status!: number | null;
  @Nullable() @Verbatim() error!: string | null;
  @Nullable() @Int({ min: 0 }) duration_ms!: number | null;
  @Nullable() @Timestamp() next_retry_at!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export const laneStates = ['idle', 'busy', 'held', 'retrying', 'none'] as const;

/** What explains an endpoint to an operator. Counts end at 10,000. */
export class InspectedWebhook extends SurveyedWebhook {
  @Nullable() @ListOf(Verbatim()) events!: string[] | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
  @Int({ min: 0 }) pending!: number;
  @Int({ min: 0 }) succeeded!: number;
  @Int({ min: 0 }) failed!: number;
  @Int({ min: 0 }) blocked!: number;
  /** When its oldest pending delivery was stored. */
  @Nullable() @Timestamp() pending_since!: string | null;
  /** `retrying`: three attempts in a row have failed, so it gets one request at a time and rests in between. */
  @OneOf(laneStates) lane!: (typeof laneStates)[number];
  /** When a dispatcher looks for its deliveries. */
  @Nullable() @Timestamp() due_at!: string | null;
  /** The latest attempts of the delivery that was attempted last, oldest first. */
  @ListOf(() => DeliveryAttempt) last_attempts!: DeliveryAttempt[];
  /** The deliveries that were tried last without success, the latest first. */
  @ListOf(() => InspectedDelivery) troubled!: InspectedDelivery[];
}

export class InspectedWebhookResult {
  @Nested(() => InspectedWebhook) webhook!: InspectedWebhook;
}

/** Finds the deliveries of a message by the time when it changed. */
export class InspectDeliveries {
  @Id() account_id!: number;
  @Id() channel_id!: number;
  @Id() message_id!: number;
  @Timestamp() since!: string;
}

export class InspectedDeliveries {
  @ListOf(() => InspectedDelivery) deliveries!: InspectedDelivery[];
  /** The account's endpoints, which may get the message's events. */
  @ListOf(() => SurveyedWebhook) webhooks!: SurveyedWebhook[];
  /** Deliveries stored later were not looked at, since the account has too many; null if all were. */
  @Nullable() @Timestamp() searched_until!: string | null;
}

/** What waits for the endpoints of one account. */
export class AccountBacklog {
  @Id() account_id!: number;
  /** Pending deliveries of endpoints that are due, up to 1,000 per endpoint. */
  @Int({ min: 0 }) waiting!: number;
  /** Endpoints whose latest three attempts failed. */
  @Int({ min: 0 }) retrying!: number;
}

export class Backlogs {
  @ListOf(() => AccountBacklog) accounts!: AccountBacklog[];
  @Bool() is_cut!: boolean;
}
