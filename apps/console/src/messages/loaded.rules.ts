import type { Message } from '@chat/client';
import type { LoadedMessages } from '../api/messages';

/** Oldest first. Pages that were read while messages arrived may overlap: each message counts once, its newest version. */
export function inOrder(loaded: LoadedMessages | undefined): Message[] {
  const known = new Map<number, Message>();
  for (const { data } of loaded?.pages ?? [])
    for (const message of data.messages) known.set(message.id, newer(known.get(message.id), message));
  return [...known.values()].sort(byTime);
}

/**
 * Puts a message where it belongs in what is loaded.
 * @returns null if what is loaded has a gap before it and must be read again.
 */
export function withMessage(loaded: LoadedMessages, message: Message): LoadedMessages | null {
  const [first, ...rest] = loaded.pages;
  if (!first) return null;
  if (loaded.pages.some(({ data }) => data.messages.some(({ id }) => id === message.id)))
    return { ...loaded, pages: loaded.pages.map((page) => replaceIn(page, message)) };
  const highest = Math.max(0, ...first.data.messages.map(({ sequence }) => sequence));
  if (message.sequence > highest + 1) return null;
  // What lies before everything that is loaded comes with its page.
  if (message.sequence <= highest) return loaded;
  const messages = [message, ...first.data.messages];
  return { ...loaded, pages: [{ ...first, data: { messages } }, ...rest] };
}

function replaceIn(page: LoadedMessages['pages'][number], message: Message): LoadedMessages['pages'][number] {
  const messages = page.data.messages.map((one) => (one.id === message.id ? newer(one, message) : one));
  return { ...page, data: { messages } };
}

function newer(one: Message | undefined, other: Message): Message {
  return one && one.updated_at > other.updated_at ? one : other;
}

/** As the API orders them: by time, and what came at the same time by arrival. */
function byTime(one: Message, other: Message): number {
  const [a, b] = [timeOf(one), timeOf(other)];
  if (a !== b) return a < b ? -1 : 1;
  return one.sequence - other.sequence;
}

export function timeOf(message: Message): string {
  return message.sent_at ?? message.created_at;
}
