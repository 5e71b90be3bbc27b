import { anyOf, BrokenInput, Empty, featureFlags, FurtherProblems, operation } from '..';
import {
  Capabilities,
  ChatAccountParams,
  CreateTemplate,
  DeletedTemplate,
  HideTemplates,
  ListTemplatesQuery,
  SyncedTemplates,
  SyncTemplates,
  TemplateCapabilitiesQuery,
  TemplateList,
  TemplateParams,
  TemplateResult,
  UpdateTemplate,
  ValidTemplate,
} from './template.dto';
import { TemplateRef, TemplateToSend } from './template-to-send.dto';

const manages = { scope: 'templates:write', explicitScope: true } as const;
const lifecycle = { ...manages, flags: [featureFlags.templateLifecycle] } as const;
const takesSample = { upload: { header_media_file: 'header' } } as const;
const withSample = { ...takesSample, fetches: ['header_media_url', 'header_media_id'] } as const;
const seesCapabilities = {
  scope: anyOf('templates:read', 'templates:write'),
  explicitScope: true,
  effect: 'read',
  output: Capabilities,
} as const;

/** A replica of version 0.2 would drop a sample that is named by its id. */
const newer = <V extends string>(verb: V) => ({
  subject: `rpc.templates.template.${verb}-newer` as const,
  isMeant: (body: object) => 'header_media_id' in body,
});

/** Allows for several calls of the provider, each with its own timeout. */
const PROVIDER_TIMEOUT_MS = 40_000;

const review = { effect: 'read', body: BrokenInput, output: FurtherProblems } as const;

/** Reports the rule violations in the readable part of a template that breaks the contract. */
export const reviewTemplate = operation({ ...review, subject: 'rpc.templates.template.review' });

export const reviewTemplateEdit = operation({ ...review, subject: 'rpc.templates.template.review-edit' });

export const listTemplates = operation({
  http: 'GET /v1/templates',
  summary: 'List templates',
  description: 'Returns the approved templates of Cloud channels, newest first. Use `status` to list others.',
  scope: 'templates:read',
  subject: 'rpc.templates.template.list',
  mcp: [
    {
      name: 'list_templates',
      description: 'Lists the message templates that can be sent.',
      level: 'read',
      takes: ['chat_account_id', 'per_page', 'cursor'],
    },
  ],
  effect: 'read',
  query: ListTemplatesQuery,
  output: TemplateList,
});

export const getTemplate = operation({
  http: 'GET /v1/templates/{id}',
  summary: 'Get a template',
  scope: 'templates:read',
  subject: 'rpc.templates.template.get',
  effect: 'read',
  params: TemplateParams,
  output: TemplateResult,
});

export const validateTemplate = operation({
  ...manages,
  ...takesSample,
  http: 'POST /v1/templates/validate',
  summary: 'Validate a template',
  description:
    "Checks the template against the provider's rules without calling the provider: nothing is stored, and " +
    'URLs are not fetched. `errors` lists every problem.',
  subject: 'rpc.templates.template.validate',
  newer: newer('validate'),
  effect: 'read',
  body: CreateTemplate,
  review: reviewTemplate,
  output: ValidTemplate,
  errors: ['not_found', 'capability_error'],
});

export const createTemplate = operation({
  ...lifecycle,
  ...withSample,
  http: 'POST /v1/templates',
  summary: 'Create a template',
  description:
    'Submits the template to the provider for review; `template.status_changed` reports the outcome. A retry ' +
    'with the same `Idempotency-Key` returns the same response and submits nothing.',
  subject: 'rpc.templates.template.create',
  newer: newer('create'),
  effect: 'send',
  idempotency: 'required',
  body: CreateTemplate,
  review: reviewTemplate,
  output: TemplateResult,
  status: 201,
  timeoutMs: PROVIDER_TIMEOUT_MS,
  errors: [
    'not_found',
    'conflict',
    'limit_reached',
    'capability_error',
    'billing_blocked',
    'provider_error',
    'provider_outcome_unknown',
  ],
});

export const updateTemplate = operation({
  ...lifecycle,
  ...withSample,
  http: 'PATCH /v1/templates/{id}',
  summary: 'Edit a template',
  description:
    'The provider reviews the template again unless the edit changes nothing. You can edit approved, rejected ' +
    'and paused templates; an approved template can be edited once a day and ten times in 30 days.',
  subject: 'rpc.templates.template.update',
  newer: newer('update'),
  effect: 'send',
  params: TemplateParams,
  body: UpdateTemplate,
  review: reviewTemplateEdit,
  output: TemplateResult,
  timeoutMs: PROVIDER_TIMEOUT_MS,
  errors: ['conflict', 'capability_error', 'provider_error', 'provider_outcome_unknown'],
});

export const deleteTemplate = operation({
  ...manages,
  flags: [featureFlags.templateLifecycle, featureFlags.templateProviderDelete],
  http: 'DELETE /v1/templates/{id}',
  summary: 'Delete a template',
  description: 'Deletes the template at the provider, which then blocks its name and language for 30 days.',
  subject: 'rpc.templates.template.delete',
  effect: 'send',
  idempotency: 'required',
  params: TemplateParams,
  output: DeletedTemplate,
  timeoutMs: PROVIDER_TIMEOUT_MS,
  errors: ['conflict', 'limit_reached', 'capability_error', 'provider_error', 'provider_outcome_unknown'],
});

export const syncTemplates = operation({
  ...lifecycle,
  http: 'POST /v1/templates/sync',
  summary: 'Sync templates from the provider',
  description:
    'Runs automatically every 15 minutes by default. Review statuses need no sync. Without `chat_account_id`, ' +
    'provider accounts at which no number is connected are skipped.',
  subject: 'rpc.templates.template.sync',
  unaudited: 'It reads what the provider has.',
  effect: 'write',
  body: SyncTemplates,
  bodyIsOptional: true,
  output: SyncedTemplates,
  timeoutMs: PROVIDER_TIMEOUT_MS,
  errors: ['not_found', 'capability_error', 'provider_error'],
});

export const getChatAccountCapabilities = operation({
  ...seesCapabilities,
  http: 'GET /v1/chat-accounts/{id}/capabilities',
  summary: 'Get the template capabilities of a channel',
  subject: 'rpc.templates.capabilities.get',
  params: ChatAccountParams,
});

export const getTemplateCapabilities = operation({
  ...seesCapabilities,
  http: 'GET /v1/capabilities/templates',
  summary: 'Get the template capabilities of a channel, by query',
  subject: 'rpc.templates.capabilities.find',
  query: TemplateCapabilitiesQuery,
  errors: ['not_found'],
});

/** Returns the template that a channel wants to send, if it may. One that is in doubt is read from the provider first. */
export const readTemplateToSend = operation({
  subject: 'rpc.templates.template.to-send',
  effect: 'read',
  body: TemplateRef,
  output: TemplateToSend,
  timeoutMs: PROVIDER_TIMEOUT_MS,
  errors: ['capability_error', 'provider_error'],
});

/**
 * Hides the templates of a channel. Channels calls it during a deletion, so that nothing is visible after the answer.
 */
export const hideTemplates = operation({
  subject: 'rpc.templates.channel.hide',
  effect: 'write',
  body: HideTemplates,
  output: Empty,
});
