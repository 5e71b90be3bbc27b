import type { Json } from './components';

const templates = {
  name: 'Templates',
  description: 'What reaches people who have not written in the last 24 hours.',
};

/** The resources of the API, by the first segment of their paths after the version. */
const resources: Readonly<Record<string, { name: string; description: string }>> = {
  devices: { name: 'Channels', description: 'The numbers that messages come in and go out on.' },
  messages: { name: 'Messages', description: 'What is sent and received.' },
  conversations: { name: 'Conversations', description: 'The messages with one person on one channel.' },
  templates,
  'chat-accounts': templates,
  capabilities: templates,
  contacts: { name: 'Contacts', description: 'The address book.' },
  'ticket-types': { name: 'Ticket types', description: 'What tickets are about.' },
  tickets: { name: 'Tickets', description: 'The requests of your customers.' },
  webhooks: { name: 'Webhooks', description: 'The endpoints of yours that events are sent to.' },
};

/** The tag of the events that go out. */
export const EVENTS = 'Events';
/** The tag of what the gateway answers by itself. */
export const SERVICE = 'Service';
/** The tag of the routes from before v1. */
export const LEGACY = 'Legacy';

const aboutLegacy =
  'Routes from before v1, which call the same operations: scopes, limits, rules and statuses are those of v1. Members ' +
  'that are not described are ignored. A success is `{"status":"success","message":…,"data":…}` with the `data` of v1; ' +
  'that of a list holds `pagination` too. A failure is `{"status":"error","message":…,"code":…,"data":…}`, whose `data` ' +
  'is what an `error` of v1 has beside code and message. There is no date by which they end; new programs use v1.';

/** The tag of a route. */
export function tagOf(path: string): string {
  const [, , segment = ''] = path.split('/');
  const resource = resources[segment];
  if (!resource) throw new Error(`Add the resource ${segment} to the tags of the documentation.`);
  return resource.name;
}

/** All of them, in the order of the document. */
export const tags: readonly Json[] = [
  ...new Set(Object.values(resources)),
  { name: EVENTS, description: 'What is posted to your webhook endpoints.' },
  { name: SERVICE, description: 'The service itself.' },
  { name: LEGACY, description: aboutLegacy },
];
