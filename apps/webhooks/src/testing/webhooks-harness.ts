import { randomUUID } from 'node:crypto';
import type { CloudEvent, Plan } from '@chat/contracts';
import { deviceConnected, type DeviceEventData } from '@chat/contracts/channels';
import {
  createWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  type CreatedWebhook,
  type Delivery,
  type DeliveryStatus,
  type DeliveryWithAttempts,
  type ListDeliveriesQuery,
  type Webhook,
} from '@chat/contracts/webhooks';
import { startTestService, testContext, until, WebhookReceiver, type TestService } from '@chat/test-kit';
import { webhooksService } from '../service';
import { deviceData } from './event-data';
import { wakeLanes } from './time';

/** The service with one account and its receivers. */
export class WebhooksHarness {
  /** Each spec may use its own account. */
  accountId = 1;
  plan: Partial<Plan> = {};
  private readonly receivers = new Set<WebhookReceiver>();

  private constructor(readonly service: TestService) {}

  static async start(environment: Record<string, string> = {}): Promise<WebhooksHarness> {
    return new WebhooksHarness(
      await startTestService(webhooksService, { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8', ...environment }),
    );
  }

  get context() {
    return testContext({ accountId: this.accountId, plan: this.plan });
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await Promise.all([...this.receivers].map((receiver) => receiver.stop()));
  }

  /** @param judge as for `WebhookReceiver.start`. */
  async startReceiver(...judge: Parameters<typeof WebhookReceiver.start>): Promise<WebhookReceiver> {
    const receiver = await WebhookReceiver.start(...judge);
    this.receivers.add(receiver);
    return receiver;
  }

  /** Closes the receiver and all of its connections. */
  async stopReceiver(receiver: WebhookReceiver): Promise<void> {
    this.receivers.delete(receiver);
    await receiver.stop();
  }

  /** Registers an endpoint that counts as proven, so that it gets more than one request at a time from the start. */
  async register(url: string, events: string[] = []): Promise<CreatedWebhook> {
    const created = await this.registerNew(url, events);
    await this.service.query('UPDATE webhooks.endpoints SET is_proven = true WHERE id = $1', [
      created.webhook.id,
    ]);
    return created;
  }

  registerNew(url: string, events: string[] = []): Promise<CreatedWebhook> {
    return this.service.bus.request(createWebhook, { body: { label: 'Orders', url, events } }, this.context);
  }

  publish(businessName?: string): Promise<CloudEvent<DeviceEventData>> {
    const entity = `channels/${randomUUID()}`;
    const { accountId } = this;
    return this.service.bus.publish(deviceConnected, deviceData(7, businessName), { accountId, entity });
  }

  async endpoint(id: number): Promise<Webhook> {
    const { webhooks } = await this.service.bus.request(listWebhooks, { query: {} }, this.context);
    return webhooks.find((webhook) => webhook.id === id)!;
  }

  async deliveries(id: number, query: ListDeliveriesQuery = {}): Promise<Delivery[]> {
    const input = { params: { id }, query };
    return (await this.service.bus.request(listWebhookDeliveries, input, this.context)).deliveries;
  }

  async delivery({ id, webhook_id }: Pick<Delivery, 'id' | 'webhook_id'>): Promise<DeliveryWithAttempts> {
    const params = { id: webhook_id, deliveryId: id };
    return (await this.service.bus.request(getWebhookDelivery, { params }, this.context)).delivery;
  }

  /** Waits for the endpoint's delivery of the event to reach that status after that many attempts. */
  ended(webhookId: number, eventId: string, status: DeliveryStatus, attempts?: number): Promise<Delivery> {
    const find = async () =>
      (await this.deliveries(webhookId, { per_page: 100 })).find(
        (delivery) =>
          delivery.event_id === eventId &&
          delivery.status === status &&
          (attempts === undefined || delivery.attempts === attempts),
      );
    return until(find, { describe: `delivery of ${eventId} to be ${status} after ${attempts} attempts` });
  }

  /** Waits until that many consecutive failures are recorded, with their effect on the endpoint. */
  async noted(webhookId: number, failures: number): Promise<void> {
    const sql = 'SELECT FROM webhooks.lanes WHERE webhook_id = $1 AND failures = $2';
    await until(async () => (await this.service.query(sql, [webhookId, failures])).length > 0, {
      describe: `${failures} failures to be noted`,
    });
  }

  /** Shifts time until all retries are due. */
  async passTime(): Promise<void> {
    await this.service.query(
      `UPDATE webhooks.endpoint_deliveries SET next_attempt_at = now() WHERE status = 'pending' AND next_attempt_at > now()`,
    );
    await wakeLanes(this.service);
  }

  /** Backdates the endpoint's failures by the duration. */
  async failedFor(webhookId: number, duration: string): Promise<void> {
    await this.service.query(
      `UPDATE webhooks.endpoints SET failing_since = now() - $2::interval WHERE id = $1`,
      [webhookId, duration],
    );
  }
}
