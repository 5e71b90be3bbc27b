export { ChatApi, type AccessToken, type ApiKey, type CallOptions, type ChatApiOptions } from './client.ts';
export { ChatApiError, ChatConnectionError, WebhookVerificationError } from './errors.ts';
export type { StreamedEvent, StreamNotice, StreamOptions } from './event-stream.ts';
export type { List, Page, Pagination } from './pages.ts';
export type { Data, Input, Item, OperationName, WebhookEvent } from './types.ts';
export { verifyWebhook, type WebhookHeaders, type WebhookOptions } from './webhooks.ts';
export type * from './generated/openapi.ts';
