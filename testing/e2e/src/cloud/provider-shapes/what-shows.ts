import type { Channel, Contact, Conversation, ChannelStatus, Template, WholeMessage } from '@chat/client';

/** What the API shows of a channel. */
export interface Shown {
  channel: Channel;
  status: ChannelStatus;
  conversations: Conversation[];
  /** Of all conversations, in the order of time. */
  messages: WholeMessage[];
  contacts: Contact[];
  templates: Template[];
  /** The jobs that were given up. */
  deadLetters: string[];
}

/** Describes what differs from before, one line each. */
export function linesOf(before: Shown, after: Shown): string[] {
  return [
    ...describe(before, after, ({ conversations }) => conversations, conversationLine),
    ...describe(before, after, ({ messages }) => messages, messageLine),
    ...describe(before, after, ({ contacts }) => contacts, contactLine),
    ...describe(before, after, ({ templates }) => templates, templateLine),
    ...after.deadLetters.map((type) => `dead letter ${type}`),
    ...describe(before, after, (shown) => [shown], channelLine),
    ...describe(before, after, (shown) => [shown], numberLine),
  ];
}

/** Describes the records that are new or look different, in order. */
function describe<T>(
  before: Shown,
  after: Shown,
  of: (shown: Shown) => T[],
  lineOf: (one: T) => string,
): string[] {
  const known = of(before).map(lineOf);
  return of(after)
    .map(lineOf)
    .filter((line, place) => line !== known[place]);
}

function conversationLine({ contact, unread_count: unread, window_expires_at: end }: Conversation): string {
  const { name, phone, provider_user_id: userId, username } = contact;
  const person = [name, username, phone, userId].filter((word) => word !== null).join(', ');
  return `conversation with ${person}; ${unread} unread; window ${end === null ? 'shut' : 'open'}`;
}

function messageLine(message: WholeMessage): string {
  const { direction, source, type, media, unsupported, system, error } = message;
  const parts = [
    `${direction} ${type}${source === 'app' ? ' from the app' : ''}`,
    ...(message.message === null ? [] : [JSON.stringify(message.message)]),
    ...(media
      ? [`media ${[media.mime_type, media.filename, media.ptt && 'ptt'].filter(Boolean).join(' ')}`]
      : []),
    ...(message.location ? [`location ${JSON.stringify(message.location)}`] : []),
    ...(message.interactive ? [`interactive ${namesIn(message.interactive)}`] : []),
    ...(message.referral ? [`referral ${namesIn(message.referral)}`] : []),
    ...(message.context ? [`context ${namesIn(message.context)}`] : []),
    ...(system ? [`system ${String((system as { type?: unknown }).type)} ${namesIn(system)}`] : []),
    ...(unsupported ? [unsupportedPart(unsupported)] : []),
    ...(message.extra ? [`extra ${JSON.stringify(message.extra)}`] : []),
    ...(message.pricing ? [`pricing ${pricingWords(message.pricing)}`] : []),
    ...(direction === 'outbound' ? [message.status] : []),
    ...(error ? [`error ${error.code} ${error.provider?.code ?? ''}`.trim()] : []),
    ...(message.edited_at === null ? [] : ['edited']),
    ...(message.deleted_at === null ? [] : ['deleted']),
  ];
  return parts.join('; ');
}

function pricingWords({ category, type, model }: NonNullable<WholeMessage['pricing']>): string {
  return [category, type, model].join(' ');
}

function unsupportedPart({ type, code, payload }: NonNullable<WholeMessage['unsupported']>): string {
  const payloadPart = payload ? `payload ${namesIn(payload)}` : 'no payload';
  return ['unsupported', type, code, payloadPart].filter((word) => word !== null).join(' ');
}

function contactLine({ firstname, lastname, phone, marketing_opted_out: optedOut }: Contact): string {
  const name = [firstname, lastname].filter((word) => word !== null).join(' ');
  return `contact ${name}, ${phone}${optedOut ? '; no marketing' : ''}`;
}

function templateLine({ name, status, category, rejection_reason: reason }: Template): string {
  return `template ${name} ${category} ${status}${reason === null ? '' : ` (${reason})`}`;
}

function channelLine({ status }: Shown): string {
  const { connection_status: connection, last_error_reason: reason, sync } = status;
  const parts = [
    `channel ${connection}`,
    ...(connection === 'connected' && reason !== null ? [`warns: ${reason}`] : []),
    ...(sync ? [`sync ${sync.status}`] : []),
  ];
  return parts.join('; ');
}

/** What the provider says of the number. */
function numberLine({ channel }: Shown): string {
  const { quality_rating: quality, messaging_limit: limit, name_status: name } = channel;
  return `number: quality ${quality}, limit ${limit}, name ${name}`;
}

/** The names of the members in alphabetical order, those within objects after a dot. */
function namesIn(value: object): string {
  const names = Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.keys(member as object).map((inner) => `${name}.${inner}`)
      : [name],
  );
  return `{${names.toSorted().join(', ')}}`;
}
