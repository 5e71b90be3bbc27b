import { withoutMembers, type Operation } from '..';
import { createWebhook } from '../webhooks';
import { createContact, deleteContact, listContacts, updateContact } from '../crm';
import { listChannels } from '../channels';
import {
  listConversations,
  listMessages,
  newerSendMembers,
  newerTemplateMembers,
  sendMessage,
  sendTemplate,
} from '../messaging';
import { listTemplates } from '../templates';

/** A route of an API from before v1, with the operation that it calls. */
export interface LegacyRoute {
  readonly http: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`;
  /** The v1 operation behind it; null for ping, which the gateway answers itself. */
  readonly successor: Operation | null;
  /** Overrides how the operation treats the header `Idempotency-Key`. */
  readonly idempotency?: 'optional';
  /** Query members with fixed values, whatever the client sends. */
  readonly fixedQuery?: Readonly<Record<string, string>>;
  /** Members that v1 gained later: older clients that send them always had them ignored. */
  readonly drops?: readonly string[];
  /** The route uses the input rules and the envelope of v1 instead of those of the legacy surfaces. */
  readonly keepsV1Contract?: true;
}

/** The path prefixes of the legacy surfaces. */
export const legacyPrefixes = ['/external-api', '/device-api/v1'] as const;

/** The `message` of every successful response. */
export const LEGACY_SUCCESS = 'The request succeeded.';

/**
 * Every legacy route. To add one, add a line: route, documentation, attack tests and the equivalence test are derived
 * from it.
 */
export const legacyRoutes: readonly LegacyRoute[] = [
  { http: 'GET /external-api/ping', successor: null },
  { http: 'GET /external-api/contact/list', successor: listContacts },
  { http: 'POST /external-api/contact/store', successor: createContact },
  { http: 'POST /external-api/contact/update/{id}', successor: updateContact },
  { http: 'DELETE /external-api/contact/delete/{id}', successor: deleteContact },
  {
    http: 'GET /external-api/inbox/conversation-list',
    successor: listConversations,
    drops: ['contact_id', 'search', 'unread'],
  },
  { http: 'GET /external-api/inbox/conversation-messages/{id}', successor: listMessages },
  { http: 'POST /external-api/inbox/send-message', successor: sendMessage, drops: newerSendMembers },
  { http: 'GET /external-api/inbox/template-list', successor: listTemplates },
  {
    http: 'POST /external-api/inbox/send-template-message',
    successor: sendTemplate,
    idempotency: 'optional',
    drops: newerTemplateMembers,
  },
  { http: 'POST /external-api/templates/send', successor: sendTemplate, keepsV1Contract: true },
  { http: 'GET /device-api/v1/instances', successor: listChannels, fixedQuery: { origin: 'device' } },
  { http: 'POST /device-api/v1/webhooks', successor: createWebhook },
];

/** Returns the v1 route that replaces a legacy one, as in `PATCH /v1/contacts/{id}`. */
export function successorOf({ successor }: Pick<LegacyRoute, 'successor'>): string {
  return successor?.http ?? 'GET /v1/ping';
}

/** Returns the operation as the legacy route offers it; null for ping. */
export function operationOf({ http, successor, idempotency, drops }: LegacyRoute): Operation | null {
  if (!successor) return null;
  const operation = { ...successor, http, ...(idempotency && { idempotency }) };
  const { query, body, examples, upload, fetches } = successor;
  if (!drops) return operation;
  if (!body) return { ...operation, ...(query && { query: withoutMembers(query, drops) }) };
  const isKept = (name: string) => !drops.includes(name);
  const known = Object.entries(examples ?? {}).filter(
    ([, example]) => !drops.some((name) => name in example),
  );
  const files = Object.entries(upload ?? {}).filter(([name]) => isKept(name));
  return {
    ...operation,
    body: withoutMembers(body, drops),
    examples: Object.fromEntries(known),
    ...(upload && { upload: Object.fromEntries(files) }),
    ...(fetches && { fetches: fetches.filter(isKept) }),
  };
}
