import { Id, type EventType } from '..';

export class WebhookTestData {
  @Id() webhook_id!: number;
}

/** What a test and a probe send. It goes to its own endpoint alone, so it never travels on the bus. */
export const webhookTest: Pick<EventType<WebhookTestData>, 'type' | 'summary' | 'data'> = {
  type: 'webhook.test',
  summary: 'A test of the endpoint was requested',
  data: WebhookTestData,
};
