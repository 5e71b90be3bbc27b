import type { Operation } from '..';
import { createWebhook } from '../webhooks';
import { createContact, deleteContact, listContacts, updateContact } from '../crm';
import { listChannels } from '../channels';
import { listConversations, listMessages, sendMessage, sendTemplate } from '../messaging';
import { listTemplates } from '../templates';

/** A path of an API before v1, and the operation that it calls. */
export interface LegacyRoute {
  readonly http: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`;
  /** The v1 operation behind it; null for ping, which the gateway answers by itself. */
  readonly successor: Operation | null;
  /** In place of what the operation says of the header `Idempotency-Key`. */
  readonly idempotency?: 'optional';
  /** Members of the query that are set, whatever the client sends. */
  readonly fixedQuery?: Readonly<Record<string, string>>;
  /** The route keeps the input rules and the envelope of v1 in place of those of the legacy surfaces. */
  readonly keepsV1Contract?: true;
}

/** The prefixes under which the legacy surfaces live. */
export const legacyPrefixes = ['/external-api', '/device-api/v1'] as const;

/** The `message` of every success. */
export const LEGACY_SUCCESS = 'The request succeeded.';

/** Every legacy route. One more is one line here: route, documentation, attacks and the equivalence test follow. */
export const legacyRoutes: readonly LegacyRoute[] = [
  { http: 'GET /external-api/ping', successor: null },
  { http: 'GET /external-api/contact/list', successor: listContacts },
  { http: 'POST /external-api/contact/store', successor: createContact },
  { http: 'POST /external-api/contact/update/{id}', successor: updateContact },
  { http: 'DELETE /external-api/contact/delete/{id}', successor: deleteContact },
  { http: 'GET /external-api/inbox/conversation-list', successor: listConversations },
  { http: 'GET /external-api/inbox/conversation-messages/{id}', successor: listMessages },
  { http: 'POST /external-api/inbox/send-message', successor: sendMessage },
  { http: 'GET /external-api/inbox/template-list', successor: listTemplates },
  {
    http: 'POST /external-api/inbox/send-template-message',
    successor: sendTemplate,
    idempotency: 'optional',
  },
  { http: 'POST /external-api/templates/send', successor: sendTemplate, keepsV1Contract: true },
  { http: 'GET /device-api/v1/instances', successor: listChannels, fixedQuery: { origin: 'device' } },
  { http: 'POST /device-api/v1/webhooks', successor: createWebhook },
];

/** The v1 route that replaces a legacy one, as in `PATCH /v1/contacts/{id}`. */
export function successorOf({ successor }: Pick<LegacyRoute, 'successor'>): string {
  return successor?.http ?? 'GET /v1/ping';
}

/** The operation as the legacy route offers it; null for ping. */
export function operationOf({ http, successor, idempotency }: LegacyRoute): Operation | null {
  return successor && { ...successor, http, ...(idempotency && { idempotency }) };
}
