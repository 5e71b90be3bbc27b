import { About, anyOf, Empty, Example, operation, Optional, Verbatim, type CloudEvent } from '..';
import { listChannels } from '../channels';
import { contactCreated, contactDeleted, contactUpdated, listContacts } from '../crm';
import { listMessages } from '../messaging';
import { listTemplates } from '../templates';
import { listTickets } from '../tickets';
import { listWebhooks } from '../webhooks';

/** Longer than any cursor. */
export const LONGEST_CURSOR = 100;

export class StreamEventsQuery {
  @About(
    'Where to resume: the `id` of the last frame that you handled, unchanged. The header `Last-Event-ID`, which browsers ' +
      'send when they reconnect, takes precedence.',
  )
  @Example('lqz1x0a.8g3.mcx2k9f4')
  @Optional()
  @Verbatim({ max: LONGEST_CURSOR })
  cursor?: string;
}

export const streamEvents = operation({
  http: 'GET /v1/events/stream',
  summary: 'Stream events',
  description:
    'Sends the events of the account as they happen, as server-sent events. `event` is the type of the event, `data` the ' +
    'body of its webhook with the event’s `id` as a further member; contacts have the events `contact.created`, ' +
    '`contact.updated` and `contact.deleted` here. A credential gets the events of what it may list: messages and ' +
    'conversations with `messages:read`, channels with `devices:read`, templates with `templates:read`, tickets with ' +
    '`tickets:read` (listed explicitly), contacts with `contacts:read`, endpoints with `messages:webhook`.\n\n' +
    'The first frame is `hello`. Every frame with an `id` is a point to resume from: after a break, send the last `id` ' +
    'as `Last-Event-ID` or `cursor`, and everything since follows, once. If that is not possible (after about 5 ' +
    'minutes, or because something in between was deleted), a single `reset` comes instead: read what you show again. ' +
    '`changed` is a hint that a `resource` changed without an event; hints are not replayed, so read such resources ' +
    'again after `hello`, too. While nothing happens, a comment with an `id` comes every 15 seconds.\n\n' +
    'A stream ends when its credential does, when its client reads too slowly, and when the service restarts. A person ' +
    'can have 5 streams, an account 100. Opening one counts as one request.',
  scope: anyOf('messages:read', 'devices:read', 'templates:read', 'tickets:read', 'contacts:read'),
  subject: 'rpc.gateway.event.stream',
  effect: 'read',
  stream: 'events',
  query: StreamEventsQuery,
  output: Empty,
});

/** The operation that lists what the events of a family are about: whoever may call it may see them. */
const lists = {
  message: listMessages,
  conversation: listMessages,
  device: listChannels,
  template: listTemplates,
  ticket: listTickets,
  contact: listContacts,
  webhook: listWebhooks,
  // About the account as a whole, which every credential may read.
  account: streamEvents,
} as const;

export type EventFamily = keyof typeof lists;

/** The events of the stream that are not delivered to webhooks. */
export const onlyStreamed = [contactCreated, contactUpdated, contactDeleted];

/** Returns the family of an event; null if it is none that clients know. */
export function familyOfEvent({ type }: Pick<CloudEvent, 'type'>): EventFamily | null {
  const family = type.slice(0, type.indexOf('.'));
  return Object.hasOwn(lists, family) ? (family as EventFamily) : null;
}

/** Returns the operation whose admission an event of the family requires. */
export function listOf(family: EventFamily) {
  return lists[family];
}

/** What changes without an event, by the path of its list, and the operation that lists it. */
export const hintedResources = {
  devices: listChannels,
  templates: listTemplates,
  webhooks: listWebhooks,
  conversations: listMessages,
  tickets: listTickets,
} as const;

export type HintedResource = keyof typeof hintedResources;
