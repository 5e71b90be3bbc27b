/** A page of the documentation, written as Markdown below `docs`. */
export interface Guide {
  /** Its path below `/docs`. */
  readonly slug: string;
  readonly title: string;
  /** A summary of the page. */
  readonly about: string;
  readonly file: string;
}

/** In reading order for a newcomer. */
export const guides: readonly Guide[] = [
  {
    slug: 'quick-start',
    title: 'Quick start',
    about: 'From nothing to a delivered message in five minutes.',
    file: 'guides/quick-start.md',
  },
  {
    slug: 'access',
    title: 'Get access',
    about: 'A key, an app, an account: whom to ask, and how to send the credential.',
    file: 'guides/access.md',
  },
  {
    slug: 'channels',
    title: 'Channels',
    about: 'Link a phone, watch its status, reset it, delete it.',
    file: 'guides/channels.md',
  },
  {
    slug: 'linked-phones',
    title: 'Linking your own phone',
    about: 'What it means to link a real phone: the risk of a ban, and how to keep it small.',
    file: 'guides/linked-phones.md',
  },
  {
    slug: 'sending',
    title: 'Sending and media',
    about: 'Send texts, files, voice notes and locations, and read what people write.',
    file: 'guides/sending.md',
  },
  {
    slug: 'records',
    title: 'Contacts, tickets and lists',
    about: 'The address book, tickets and their types, and the pages of every list.',
    file: 'guides/records.md',
  },
  {
    slug: 'idempotency',
    title: 'Idempotency',
    about: 'Retry safely: nothing is sent twice.',
    file: 'guides/idempotency.md',
  },
  {
    slug: 'templates',
    title: 'Templates',
    about: 'Write to people outside the care window.',
    file: 'templates.md',
  },
  {
    slug: 'onboarding',
    title: 'Connecting numbers in the browser',
    about: 'Let businesses connect their Cloud numbers themselves.',
    file: 'onboarding.md',
  },
  {
    slug: 'webhooks',
    title: 'Webhooks',
    about: 'Receive every event, verify it, and skip duplicates.',
    file: 'webhooks.md',
  },
  {
    slug: 'events',
    title: 'The events',
    about: 'What each event looks like when it arrives.',
    file: 'webhook-events.md',
  },
  {
    slug: 'oauth',
    title: 'OAuth',
    about: 'Let third-party apps act for your accounts.',
    file: 'oauth.md',
  },
  {
    slug: 'mcp',
    title: 'Agents (MCP)',
    about: 'Let agents read and answer, and keep what orders of strangers can achieve small.',
    file: 'guides/mcp.md',
  },
  {
    slug: 'event-stream',
    title: 'The event stream',
    about: 'Follow what happens, in a page or a program without an endpoint.',
    file: 'guides/event-stream.md',
  },
  {
    slug: 'errors',
    title: 'Errors',
    about: 'Every code, what it means and what to do.',
    file: 'guides/errors.md',
  },
  {
    slug: 'limits',
    title: 'Limits',
    about: 'Rates, sizes, quotas and retention.',
    file: 'guides/limits.md',
  },
  {
    slug: 'client',
    title: 'Clients and tools',
    about: 'The typed client, and the API in Postman or Bruno.',
    file: 'guides/client.md',
  },
  {
    slug: 'generated-clients',
    title: 'Generated clients',
    about: 'Five generators, with what to write for each.',
    file: 'guides/generated-clients.md',
  },
  {
    slug: 'changelog',
    title: 'Changelog',
    about: 'What changed in each release.',
    file: '../CHANGELOG.md',
  },
  {
    slug: 'migration',
    title: 'Moving from the legacy surfaces',
    about: 'Path by path, with no deadline.',
    file: 'guides/migration.md',
  },
  {
    slug: 'from-linked-phone-apis',
    title: 'Coming from WAHA or Evolution API',
    about: 'Their calls and events beside ours.',
    file: 'guides/from-linked-phone-apis.md',
  },
  {
    slug: 'from-the-provider',
    title: 'Coming from the provider’s own API',
    about: 'Its messages and webhooks beside ours.',
    file: 'guides/from-the-provider.md',
  },
];
