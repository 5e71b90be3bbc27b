import { eventType, Id, type EventType } from '..';
import { WebhookDisabledData } from './webhook.dto';

export class WebhookTestData {
  @Id() webhook_id!: number;
}

/** An app's endpoints receive it only for endpoints that the app itself registered. */
export const webhookDisabled = eventType({
  type: 'webhook.disabled',
  summary: 'An endpoint was disabled, since it was gone or no delivery succeeded for 5 days',
  subject: 'evt.webhooks.webhook.disabled',
  data: WebhookDisabledData,
  example: {
    webhook: {
      status: 'disabled',
      disabled_reason: 'failing',
      disabled_at: '2026-03-10T09:30:00.000+00:00',
      failing_since: '2026-03-05T09:29:00.000+00:00',
    },
  },
  webhook: true,
});

/** The event of a test or a probe. It is sent only to its own endpoint, so it never travels on the bus. */
export const webhookTest: Pick<EventType<WebhookTestData>, 'type' | 'summary' | 'data'> = {
  type: 'webhook.test',
  summary: 'A test of the endpoint was requested',
  data: WebhookTestData,
};
