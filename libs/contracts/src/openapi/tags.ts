import type { Json } from './components';

const templates = {
  name: 'Templates',
  description: 'Messages that you can send to people who have not written in the last 24 hours.',
};

const messages = { name: 'Messages', description: 'The messages that are sent and received.' };

const assets = {
  name: 'Assets',
  description: 'Interactive messages that you keep, and send by their id.',
};

const account = {
  name: 'Account',
  description: 'Your account, its people, and what is left of its plan.',
};

/** The guide to a resource: a page below `/docs`. */
const guides: Readonly<Record<string, { slug: string; title: string }>> = {
  Channels: { slug: 'channels', title: 'Channels' },
  Messages: { slug: 'sending', title: 'Sending and media' },
  Conversations: { slug: 'sending#conversations', title: 'Sending and media' },
  Templates: { slug: 'templates', title: 'Templates' },
  Assets: { slug: 'sending#messages-that-you-keep', title: 'Sending and media' },
  Contacts: { slug: 'quick-start', title: 'Quick start' },
  'Ticket types': { slug: 'limits', title: 'Limits' },
  Tickets: { slug: 'errors', title: 'Errors' },
  Account: { slug: 'access', title: 'Get access' },
  Webhooks: { slug: 'webhooks', title: 'Webhooks' },
  'Event stream': { slug: 'event-stream', title: 'The event stream' },
  Events: { slug: 'events', title: 'The events' },
  Service: { slug: 'access', title: 'Get access' },
  Legacy: { slug: 'migration', title: 'Moving from the legacy surfaces' },
};

/** The resources of the API, by the first path segment after the version. */
const resources: Readonly<Record<string, { name: string; description: string }>> = {
  devices: { name: 'Channels', description: 'The numbers that you send and receive messages on.' },
  messages,
  media: messages,
  conversations: {
    name: 'Conversations',
    description: 'The messages exchanged with one person on one channel.',
  },
  templates,
  'chat-accounts': templates,
  capabilities: templates,
  'cta-urls': assets,
  'interactive-lists': assets,
  contacts: { name: 'Contacts', description: 'The address book.' },
  'ticket-types': { name: 'Ticket types', description: 'The topics of tickets.' },
  tickets: { name: 'Tickets', description: 'Requests from your customers.' },
  account,
  users: account,
  usage: account,
  webhooks: { name: 'Webhooks', description: 'Your endpoints that receive events.' },
  events: {
    name: 'Event stream',
    description: 'Events as they happen, for pages and programs without an endpoint.',
  },
};

/** The tag of webhook events. */
export const EVENTS = 'Events';
/** The tag of routes that the gateway answers itself. */
export const SERVICE = 'Service';
/** The tag of the routes from before v1. */
export const LEGACY = 'Legacy';

const aboutLegacy =
  'Routes from before v1. They call the same operations, with the scopes, limits, rules and statuses of v1. ' +
  'Undocumented fields are ignored. A successful response is `{"status":"success","message":…,"data":…}` ' +
  'with the `data` of v1; for lists, `data` also contains `pagination`. An error response is ' +
  '`{"status":"error","message":…,"code":…,"data":…}`; its `data` contains the fields of a v1 `error` other ' +
  'than code and message. These routes have no end date, but use v1 in new programs.';

/** Returns the tag of a route. */
export function tagOf(path: string): string {
  const [, , segment = ''] = path.split('/');
  const resource = resources[segment];
  if (!resource) throw new Error(`Add the resource ${segment} to the tags of the documentation.`);
  return resource.name;
}

const all = [
  ...new Set(Object.values(resources)),
  { name: EVENTS, description: 'The events posted to your webhook endpoints.' },
  { name: SERVICE, description: 'The service itself.' },
  { name: LEGACY, description: aboutLegacy },
];

/**
 * Returns all tags, in the order of the document, each with a link to its guide.
 * @param base the URL of the API, without a slash at its end.
 */
export function tagsWithGuides(base: string): Json[] {
  return all.map(({ name, description }) => {
    const { slug, title } = guides[name]!;
    const url = `${base}/docs/${slug}`;
    // In both forms: tools read the second, but the viewer shows only the first.
    return {
      name,
      description: `${description} [${title}](${url})`,
      externalDocs: { description: title, url },
    };
  });
}
