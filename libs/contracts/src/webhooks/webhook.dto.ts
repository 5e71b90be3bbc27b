import {
  About,
  Example,
  Id,
  IfGiven,
  Int,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
  Timestamp,
  Verbatim,
  WholeListQuery,
} from '..';

export const creatorTypes = ['key', 'app', 'user'] as const;
export type CreatorType = (typeof creatorTypes)[number];

@About('The credential that registered an endpoint.')
export class WebhookCreator {
  @About('An API key, a developer app, or a person of the account.')
  @Example('app')
  @OneOf(creatorTypes)
  type!: CreatorType;
  @About('The client id of a key or an app, or the id of a person.')
  @Example('app_4Yw6b1Ua0dKx9mQeRt2LpZ8sVc7HnJ3GfB5iXoWy')
  @Verbatim()
  id!: string;
  @About('The name at the time of the registration. API keys have none.')
  @Example('Acme CRM')
  @Nullable()
  @Verbatim()
  name!: string | null;
}

@About('An endpoint that receives events.')
export class Webhook {
  @Example(5) @Id() id!: number;
  @Example('Orders') @Text({ max: 100 }) label!: string;
  @Example('https://shop.acme.test/hooks/chat') @Verbatim() url!: string;
  @About('Exact event names, and families such as `message.*`; null means all events.')
  @Example(['message.*', 'device.connected'])
  @Nullable()
  @ListOf(Verbatim({ min: 1, max: 100 }), { maxItems: 100 })
  events!: string[] | null;
  @OneOf(['active', 'disabled']) status!: 'active' | 'disabled';
  @About('`failing`: no delivery succeeded for 5 days. `gone`: the receiver returned 410.')
  @Nullable()
  @Verbatim()
  disabled_reason!: string | null;
  @Nullable() @Timestamp() disabled_at!: string | null;
  @About('No delivery has succeeded since this time.') @Nullable() @Timestamp() failing_since!: string | null;
  @About(
    'Who registered the endpoint. An endpoint of an app is deleted when the grant that it was registered under ' +
      'ends; all others belong to the account. Null if it was registered before this was recorded.',
  )
  @Nullable()
  @Nested(() => WebhookCreator)
  created_by!: WebhookCreator | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

const disabledReasons = ['failing', 'gone'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export class WebhookDisabledData {
  @Nested(() => Webhook) webhook!: Webhook;
  @Example('failing') @OneOf(disabledReasons) reason!: DisabledReason;
}

export class WebhookList {
  @ListOf(() => Webhook) webhooks!: Webhook[];
}

export class WebhookResult {
  @Nested(() => Webhook) webhook!: Webhook;
}

@About('A `webhook.test` event that was sent before an endpoint was enabled.')
export class Probe {
  @Example(204) @Nullable() @Int() response_status!: number | null;
  @About('Why it did not get a 2xx response, as in deliveries; null if it did.')
  @Nullable()
  @Verbatim()
  error!: string | null;
  @Example(38) @Int({ min: 0 }) duration_ms!: number;
}

export class EnabledWebhook {
  @Nested(() => Webhook) webhook!: Webhook;
  @About('The probes that were sent: none to an active endpoint, or if they are switched off by policy.')
  @Optional()
  @ListOf(() => Probe)
  probes?: Probe[];
}

export class ListWebhooksQuery extends WholeListQuery {}

const URL_WORDS =
  'A public https URL, without user name and password, that accepts POST requests. It is stored in ' +
  'normalized form.';

export class CreateWebhook {
  @Example('Orders') @Text({ max: 100 }) label!: string;
  @About(URL_WORDS)
  @Example('https://shop.acme.test/hooks/chat')
  @Verbatim({ min: 1, max: 2048 })
  url!: string;
  @About(
    'Exact event names, such as `message.received`, and families, such as `message.*`. Omitted or empty: all ' +
      'events.',
  )
  @Example(['message.*', 'device.connected'])
  @Optional()
  @ListOf(Verbatim({ min: 1, max: 100 }), { maxItems: 100 })
  events?: string[];
}

export class UpdateWebhook {
  @IfGiven() @Text({ max: 100 }) label?: string;
  @About(URL_WORDS) @IfGiven() @Verbatim({ min: 1, max: 2048 }) url?: string;
  @About('Replaces the subscription. Empty or null: all events.')
  @Example(['message.*'])
  @IfGiven()
  @Nullable()
  @ListOf(Verbatim({ min: 1, max: 100 }), { maxItems: 100 })
  events?: string[] | null;
}

export class CreatedWebhook {
  @Nested(() => Webhook) webhook!: Webhook;
  @About('`whsec_…`, returned only once.')
  @Example('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwq1dYV7tT3pE=')
  @Verbatim()
  secret!: string;
}

export class RotatedSecret {
  @Nested(() => Webhook) webhook!: Webhook;
  @About('The new `whsec_…`, returned only once.')
  @Example('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwq1dYV7tT3pE=')
  @Verbatim()
  secret!: string;
  @About('Until then, deliveries are also signed with the previous secret.')
  @Timestamp()
  previous_secret_expires_at!: string;
}
