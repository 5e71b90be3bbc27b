import { Deleted, IdParams, operation } from '..';
import {
  AccountAssets,
  AssetRef,
  CreateCtaUrl,
  CreateInteractiveList,
  CtaUrlList,
  CtaUrlResult,
  CtaUrlSettings,
  InteractiveListList,
  InteractiveListResult,
  InteractiveListSettings,
  ListAssetsQuery,
  UpdateCtaUrl,
  UpdateInteractiveList,
} from './asset.dto';

/** The assets of any account, for the admin tool. */

export const createAccountCtaUrl = operation({
  subject: 'rpc.messaging.cta-url.create',
  effect: 'write',
  body: CreateCtaUrl,
  output: CtaUrlResult,
});

export const listAccountCtaUrls = operation({
  subject: 'rpc.messaging.cta-url.list',
  effect: 'read',
  body: AccountAssets,
  output: CtaUrlList,
});

export const deleteAccountCtaUrl = operation({
  subject: 'rpc.messaging.cta-url.delete',
  effect: 'write',
  body: AssetRef,
  output: Deleted,
});

export const createAccountInteractiveList = operation({
  subject: 'rpc.messaging.interactive-list.create',
  effect: 'write',
  body: CreateInteractiveList,
  output: InteractiveListResult,
});

export const listAccountInteractiveLists = operation({
  subject: 'rpc.messaging.interactive-list.list',
  effect: 'read',
  body: AccountAssets,
  output: InteractiveListList,
});

export const deleteAccountInteractiveList = operation({
  subject: 'rpc.messaging.interactive-list.delete',
  effect: 'write',
  body: AssetRef,
  output: Deleted,
});

const reads = { scope: 'assets:read', explicitScope: true, effect: 'read' } as const;
const writes = { scope: 'assets:write', explicitScope: true, effect: 'write' } as const;

export const createCtaUrl = operation({
  http: 'POST /v1/cta-urls',
  summary: 'Create a CTA URL',
  description: 'A message with a button that opens a web page. Send it with `cta_url_id`, on Cloud channels.',
  ...writes,
  subject: 'rpc.messaging.cta-url.add',
  body: CtaUrlSettings,
  output: CtaUrlResult,
  status: 201,
  errors: ['limit_reached'],
});

export const listCtaUrls = operation({
  http: 'GET /v1/cta-urls',
  summary: 'List CTA URLs',
  description: 'In order of creation.',
  ...reads,
  subject: 'rpc.messaging.cta-url.show-all',
  query: ListAssetsQuery,
  output: CtaUrlList,
});

export const updateCtaUrl = operation({
  http: 'PATCH /v1/cta-urls/{id}',
  summary: 'Update a CTA URL',
  description: 'Fields that you omit stay unchanged. Messages that were sent before show what it was then.',
  ...writes,
  subject: 'rpc.messaging.cta-url.update',
  params: IdParams,
  body: UpdateCtaUrl,
  examples: { example: { display_text: 'Shop now' } },
  output: CtaUrlResult,
});

export const deleteCtaUrl = operation({
  http: 'DELETE /v1/cta-urls/{id}',
  summary: 'Delete a CTA URL',
  description: 'Messages that were sent before keep their content.',
  ...writes,
  subject: 'rpc.messaging.cta-url.remove',
  params: IdParams,
  output: Deleted,
});

export const createInteractiveList = operation({
  http: 'POST /v1/interactive-lists',
  summary: 'Create an interactive list',
  description: 'A message with a menu to choose from. Send it with `interactive_list_id`, on Cloud channels.',
  ...writes,
  subject: 'rpc.messaging.interactive-list.add',
  body: InteractiveListSettings,
  output: InteractiveListResult,
  status: 201,
  errors: ['limit_reached'],
});

export const listInteractiveLists = operation({
  http: 'GET /v1/interactive-lists',
  summary: 'List interactive lists',
  description: 'In order of creation.',
  ...reads,
  subject: 'rpc.messaging.interactive-list.show-all',
  query: ListAssetsQuery,
  output: InteractiveListList,
});

export const updateInteractiveList = operation({
  http: 'PATCH /v1/interactive-lists/{id}',
  summary: 'Update an interactive list',
  description: 'Fields that you omit stay unchanged. Messages that were sent before show what it was then.',
  ...writes,
  subject: 'rpc.messaging.interactive-list.update',
  params: IdParams,
  body: UpdateInteractiveList,
  examples: { example: { button: 'Choose' } },
  output: InteractiveListResult,
});

export const deleteInteractiveList = operation({
  http: 'DELETE /v1/interactive-lists/{id}',
  summary: 'Delete an interactive list',
  description: 'Messages that were sent before keep their content.',
  ...writes,
  subject: 'rpc.messaging.interactive-list.remove',
  params: IdParams,
  output: Deleted,
});
