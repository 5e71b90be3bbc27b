import { Deleted, IdParams, operation } from '..';
import { CreatedWebhook, CreateWebhook, ListWebhooksQuery, WebhookList } from './webhook.dto';

export const listWebhooks = operation({
  http: 'GET /v1/webhooks',
  summary: 'List webhook endpoints',
  description: 'Newest first. The list is returned whole unless the query asks for a page.',
  scope: 'messages:webhook',
  subject: 'rpc.webhooks.webhook.list',
  effect: 'read',
  query: ListWebhooksQuery,
  output: WebhookList,
});

export const createWebhook = operation({
  http: 'POST /v1/webhooks',
  summary: 'Register a webhook endpoint',
  description: 'The answer has the `secret` that signs the deliveries. It is told only here.',
  scope: 'messages:webhook',
  subject: 'rpc.webhooks.webhook.create',
  effect: 'write',
  body: CreateWebhook,
  output: CreatedWebhook,
  status: 201,
  errors: ['limit_reached'],
});

export const deleteWebhook = operation({
  http: 'DELETE /v1/webhooks/{id}',
  summary: 'Delete a webhook endpoint',
  description: 'Nothing more is sent to it.',
  scope: 'messages:webhook',
  subject: 'rpc.webhooks.webhook.delete',
  effect: 'write',
  params: IdParams,
  output: Deleted,
});
