import type { SpanAttributes } from './tracing/span';

/**
 * The records that a log line or a span is about, and the codes of what failed, under the same names in all services:
 * only our own ids and codes. A network's ids of messages and people contain phone numbers, so they are never among them.
 */
export interface NamedRecords {
  accountId?: number;
  channelId?: number;
  conversationId?: number;
  messageId?: number;
  webhookId?: number;
  deliveryId?: number;
  eventId?: string;
  eventType?: string;
  /** A code of our catalogue. */
  code?: string;
  /** The reason that refines the code. */
  reason?: string;
  /** The provider's or the network's own code. */
  providerCode?: string;
}

/** The members of requests, answers and events, and of the data of jobs, that hold ids of records. */
const MEMBERS = Object.entries({
  account_id: 'accountId',
  channel_id: 'channelId',
  chat_account_id: 'channelId',
  conversation_id: 'conversationId',
  message_id: 'messageId',
  webhook_id: 'webhookId',
  delivery_id: 'deliveryId',
  channelId: 'channelId',
  conversationId: 'conversationId',
  messageId: 'messageId',
  webhookId: 'webhookId',
  deliveryId: 'deliveryId',
} as const);

const ATTRIBUTES: Readonly<Record<keyof NamedRecords, string>> = {
  accountId: 'chat.account.id',
  channelId: 'chat.channel.id',
  conversationId: 'chat.conversation.id',
  messageId: 'chat.message.id',
  webhookId: 'chat.webhook.id',
  deliveryId: 'chat.delivery.id',
  eventId: 'chat.event.id',
  eventType: 'chat.event.type',
  code: 'chat.error.code',
  reason: 'chat.error.reason',
  providerCode: 'chat.provider.code',
};

/** Longer texts, and those with anything else in them, are no codes. */
const CODE = /^[\w.-]{1,40}$/;
/** So many digits may be a phone number. */
const LONG_NUMBER = /\d{7}/;

/** Returns the ids in the members of a document, not of what it contains. */
export function recordsIn(document: object | undefined): NamedRecords {
  const found: NamedRecords = {};
  for (const [member, name] of MEMBERS) {
    const value = (document as Record<string, unknown> | undefined)?.[member];
    if (Number.isSafeInteger(value)) found[name] = value as number;
  }
  return found;
}

/** Returns the message that an event's entity is, as in `messages/17`. Other entities may contain phone numbers. */
export function messageOf(entity: string): NamedRecords {
  const id = /^messages\/(\d+)$/.exec(entity)?.[1];
  return id === undefined ? {} : { messageId: Number(id) };
}

/** Returns the codes of an error, without its texts. */
export function codesOf(error: {
  code: string;
  reason?: string | null;
  provider?: { code: string } | null;
}): NamedRecords {
  const { code, reason, provider } = error;
  const providerCode = provider?.code;
  return {
    code,
    ...(reason != null && { reason }),
    ...(providerCode !== undefined && isCode(providerCode) && { providerCode }),
  };
}

/** Returns the attributes by which a span names them. */
export function attributesOf(named: NamedRecords): SpanAttributes {
  const given = Object.entries(named) as [keyof NamedRecords, string | number | undefined][];
  return Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[ATTRIBUTES[name], value]])),
  );
}

function isCode(text: string): boolean {
  return CODE.test(text) && !LONG_NUMBER.test(text);
}
