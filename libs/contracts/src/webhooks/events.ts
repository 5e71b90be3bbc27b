import { Id, type EventType } from '..';

export class WebhookTestData {
  @Id() webhook_id!: number;
}

/** The event of a test or a probe. It is sent only to its own endpoint, so it never travels on the bus. */
export const webhookTest: Pick<EventType<WebhookTestData>, 'type' | 'summary' | 'data'> = {
  type: 'webhook.test',
  summary: 'A test of the endpoint was requested',
  data: WebhookTestData,
};
