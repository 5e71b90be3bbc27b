import { Deleted, IdParams, operation } from '..';
import {
  DeliveryDetails,
  DeliveryList,
  DeliveryParams,
  DeliveryResult,
  ListDeliveriesQuery,
  RecoverWebhook,
  RecoveryResult,
  WebhookDeliveryParams,
} from './delivery.dto';
import {
  CreatedWebhook,
  CreateWebhook,
  EnabledWebhook,
  ListWebhooksQuery,
  RotatedSecret,
  UpdateWebhook,
  WebhookList,
  WebhookResult,
} from './webhook.dto';

export const listWebhooks = operation({
  http: 'GET /v1/webhooks',
  summary: 'List webhook endpoints',
  description:
    'Newest first. Returns the whole list unless the query asks for a page. An app sees and changes only the ' +
    'endpoints that it registered itself, here and in the operations below.',
  scope: 'messages:webhook',
  subject: 'rpc.webhooks.webhook.list',
  effect: 'read',
  query: ListWebhooksQuery,
  output: WebhookList,
});

export const createWebhook = operation({
  http: 'POST /v1/webhooks',
  summary: 'Register a webhook endpoint',
  description:
    'The response contains the `secret` that signs the deliveries. It is returned only once. An account can have ' +
    '100 endpoints, 20 of them of the same app.',
  scope: 'messages:webhook',
  stepUp: true,
  subject: 'rpc.webhooks.webhook.create',
  effect: 'write',
  body: CreateWebhook,
  output: CreatedWebhook,
  status: 201,
  errors: ['limit_reached'],
});

export const updateWebhook = operation({
  http: 'PATCH /v1/webhooks/{id}',
  summary: 'Update a webhook endpoint',
  description: 'Fields that you omit stay unchanged. A new URL applies from the next attempt.',
  scope: 'messages:webhook',
  subject: 'rpc.webhooks.webhook.update',
  effect: 'write',
  params: IdParams,
  body: UpdateWebhook,
  output: WebhookResult,
});

export const deleteWebhook = operation({
  http: 'DELETE /v1/webhooks/{id}',
  summary: 'Delete a webhook endpoint',
  description: 'Nothing more is sent to it. What was on its way already may still arrive for some seconds.',
  scope: 'messages:webhook',
  subject: 'rpc.webhooks.webhook.delete',
  effect: 'write',
  params: IdParams,
  output: Deleted,
});

export const testWebhook = operation({
  http: 'POST /v1/webhooks/{id}/test',
  summary: 'Send a test event',
  description: 'Queues a `webhook.test` event for this endpoint, whatever events it subscribes to.',
  scope: 'messages:webhook',
  subject: 'rpc.webhooks.webhook.test',
  unaudited: 'It sends a test, which the log of deliveries shows.',
  effect: 'write',
  params: IdParams,
  output: DeliveryResult,
  status: 202,
  errors: ['conflict', 'outbound_blocked'],
});

export const enableWebhook = operation({
  http: 'POST /v1/webhooks/{id}/enable',
  summary: 'Enable a disabled webhook endpoint',
  description:
    'Sends three probes (`webhook.test` events). If each gets a 2xx response, the endpoint becomes active ' +
    'again; else the `conflict` has `probes`, too. If probes are switched off by policy, it becomes active at once. An active endpoint is left ' +
    'unchanged.',
  scope: 'messages:webhook',
  subject: 'rpc.webhooks.webhook.enable',
  effect: 'write',
  params: IdParams,
  output: EnabledWebhook,
  errors: ['conflict'],
  timeoutMs: 25_000,
});

export const rotateWebhookSecret = operation({
  http: 'POST /v1/webhooks/{id}/rotate-secret',
  summary: 'Rotate the signing secret',
  description:
    'For 24 hours, deliveries carry two signatures: one with the new secret and one with the previous secret. ' +
    'If you rotate again within that time, the older of the two stops working at once.',
  scope: 'messages:webhook',
  stepUp: true,
  subject: 'rpc.webhooks.webhook.rotate-secret',
  effect: 'write',
  params: IdParams,
  output: RotatedSecret,
});

export const recoverWebhook = operation({
  http: 'POST /v1/webhooks/{id}/recover',
  summary: 'Resend failed deliveries',
  description: 'Queues every failed or blocked delivery of the endpoint that failed at or after `since`.',
  scope: 'messages:webhook',
  subject: 'rpc.webhooks.webhook.recover',
  effect: 'write',
  params: IdParams,
  body: RecoverWebhook,
  output: RecoveryResult,
  status: 202,
  errors: ['conflict', 'limit_reached', 'outbound_blocked'],
});

export const listWebhookDeliveries = operation({
  http: 'GET /v1/webhooks/{id}/deliveries',
  summary: 'List the deliveries of a webhook endpoint',
  description: 'Newest first. Deliveries are kept for 30 days.',
  scope: 'messages:webhook',
  subject: 'rpc.webhooks.delivery.list',
  effect: 'read',
  params: IdParams,
  query: ListDeliveriesQuery,
  output: DeliveryList,
});

export const getWebhookDelivery = operation({
  http: 'GET /v1/webhooks/{id}/deliveries/{deliveryId}',
  summary: 'Get a delivery with its attempts',
  scope: 'messages:webhook',
  subject: 'rpc.webhooks.delivery.get',
  effect: 'read',
  params: WebhookDeliveryParams,
  output: DeliveryDetails,
});

export const resendWebhookDelivery = operation({
  http: 'POST /v1/webhooks/deliveries/{deliveryId}/resend',
  summary: 'Resend a failed delivery',
  description:
    'For failed or blocked deliveries. The delivery keeps its id and `webhook-id`, and gets as many attempts ' +
    'as a new one.',
  scope: 'messages:webhook',
  subject: 'rpc.webhooks.delivery.resend',
  unaudited: 'It repeats a delivery, which the log of deliveries shows.',
  effect: 'write',
  params: DeliveryParams,
  output: DeliveryResult,
  status: 202,
  errors: ['conflict', 'outbound_blocked'],
});
