import {
  About,
  AnyObject,
  Bool,
  Example,
  Id,
  Int,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  PageQuery,
  Timestamp,
  Verbatim,
} from '..';

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'blocked'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

@About('The delivery of one event to one endpoint, with the result of the latest attempt.')
export class Delivery {
  @Example(88) @Id() id!: number;
  @Example(5) @Id() webhook_id!: number;
  @About('The `webhook-id` of every attempt.')
  @Example('d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90')
  @Verbatim()
  event_id!: string;
  @About('The name of the event.') @Example('message.received') @Verbatim() event!: string;
  @About(
    'The body of every attempt. Null once the channel is deleted or the person erased, and in lists if it is long.',
  )
  @Nullable()
  @AnyObject()
  payload!: object | null;
  @About(
    'True if the payload was left out of a list because it is long. Get the delivery by its id to see it.',
  )
  @Example(false)
  @Bool()
  payload_truncated!: boolean;
  @About('`blocked`: calls to this address are not allowed.')
  @OneOf(deliveryStatuses)
  status!: DeliveryStatus;
  @About('Number of attempts so far.') @Int({ min: 0 }) attempts!: number;
  @Nullable() @Int() response_status!: number | null;
  @About('The first KiB of the response.') @Nullable() @Verbatim() response_body!: string | null;
  @About(
    'Why the delivery did not succeed: `http_status`, `redirect`, `timeout`, `dns`, `connect`, `tls`, `reset`, ' +
      '`protocol`, `blocked`, `internal`, `endpoint_disabled`, or `person_erased`.',
  )
  @Nullable()
  @Verbatim()
  error!: string | null;
  @Nullable() @Int({ min: 0 }) duration_ms!: number | null;
  @Nullable() @Timestamp() next_retry_at!: string | null;
  @Nullable() @Timestamp() delivered_at!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class DeliveryList {
  @ListOf(() => Delivery) deliveries!: Delivery[];
}

export class ListDeliveriesQuery extends PageQuery {
  @Optional() @OneOf(deliveryStatuses) status?: DeliveryStatus;
  @About('The exact name of an event.') @Optional() @Verbatim({ min: 1, max: 100 }) event?: string;
}

export class DeliveryAttempt {
  @About('Starts at 1. Resends continue the count.') @Int({ min: 1 }) number!: number;
  @About('When the attempt ended.') @Timestamp() at!: string;
  @Nullable() @Int() response_status!: number | null;
  @Nullable() @Verbatim() error!: string | null;
  @Int({ min: 0 }) duration_ms!: number;
}

export class DeliveryWithAttempts extends Delivery {
  @About('The latest 100 attempts, oldest first.')
  @ListOf(() => DeliveryAttempt)
  attempt_log!: DeliveryAttempt[];
}

export class DeliveryDetails {
  @Nested(() => DeliveryWithAttempts) delivery!: DeliveryWithAttempts;
}

export class DeliveryResult {
  @Nested(() => Delivery) delivery!: Delivery;
}

export class WebhookDeliveryParams {
  @Id() id!: number;
  @Id() deliveryId!: number;
}

export class DeliveryParams {
  @Id() deliveryId!: number;
}

export class RecoverWebhook {
  @About('Deliveries that failed at or after this time (ISO 8601 with an offset) are sent again.')
  @Example('2026-01-31T10:00:00+00:00')
  @Verbatim({ min: 1, max: 40 })
  since!: string;
}

export class RecoveryResult {
  @Id() webhook_id!: number;
  @Timestamp() since!: string;
}
