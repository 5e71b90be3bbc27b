import type { Message } from '@chat/client';

/** What a message is, for one line of a list or a quote. `text` is what its sender wrote, if they wrote anything. */
export interface Preview {
  readonly kind: PreviewKind;
  readonly text: string | null;
}

export type PreviewKind = Exclude<Message['type'], 'audio'> | 'audio' | 'voice' | 'deleted';

export function previewOf(message: Message): Preview {
  if (message.deleted_at !== null) return { kind: 'deleted', text: null };
  if (message.type === 'audio' && message.media?.ptt) return { kind: 'voice', text: null };
  if (message.type === 'reaction') return { kind: 'reaction', text: reactionOf(message)?.emoji ?? null };
  if (message.type === 'document')
    return { kind: 'document', text: message.message ?? message.media?.filename ?? null };
  if (message.type === 'location') return { kind: 'location', text: message.location?.name ?? null };
  if (message.type === 'contacts') return { kind: 'contacts', text: cardsOf(message)[0]?.name ?? null };
  return { kind: message.type, text: message.message };
}

/** The emoji of a reaction; null if it takes one back. */
export function reactionOf({ interactive }: Message): { emoji: string | null } | null {
  const reaction = objectOf(interactive?.['reaction']) ?? objectOf(interactive);
  return reaction && { emoji: textOf(reaction['emoji']) };
}

export interface Card {
  readonly name: string;
  readonly phones: readonly string[];
}

/** The contact cards of a message, as far as they can be read. */
export function cardsOf({ interactive }: Message): Card[] {
  return listOf(interactive?.['contacts']).map((card) => ({
    name: textOf(objectOf(card['name'])?.['formatted_name']) ?? '',
    phones: listOf(card['phones']).flatMap(({ phone, wa_id: id }) => textOf(phone) ?? textOf(id) ?? []),
  }));
}

/** How many things an order is about, and its words. */
export function orderOf({ interactive }: Message): { items: number; text: string | null } {
  const order = objectOf(interactive?.['order']) ?? objectOf(interactive);
  return { items: listOf(order?.['product_items']).length, text: textOf(order?.['text']) };
}

/** What a message with buttons or a list shows beside its text. */
export interface Interactive {
  readonly header: string | null;
  readonly footer: string | null;
  readonly labels: readonly string[];
}

export function interactiveOf({ interactive }: Message): Interactive {
  const action = objectOf(interactive?.['action']);
  const buttons = listOf(action?.['buttons']).flatMap(
    (button) => textOf(objectOf(button['reply'])?.['title']) ?? [],
  );
  const rows = listOf(action?.['sections']).flatMap((section) =>
    listOf(section['rows']).flatMap(({ title }) => textOf(title) ?? []),
  );
  const display = textOf(objectOf(action?.['parameters'])?.['display_text']);
  const list = textOf(action?.['button']);
  return {
    header: textOf(objectOf(interactive?.['header'])?.['text']),
    footer: textOf(objectOf(interactive?.['footer'])?.['text']),
    labels: [...(list === null ? [] : [list]), ...buttons, ...rows, ...(display === null ? [] : [display])],
  };
}

/** Whether a message carries words that were passed on. */
export function isForwarded({ context }: Message): boolean {
  return context?.['forwarded'] === true || context?.['frequently_forwarded'] === true;
}

/** A part of a text: words, or a link that is safe to follow. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

const LINK = /https?:\/\/[^\s<>"'`]+/gi;
/** What ends a sentence rather than an address. */
const TRAILING = /[.,;:!?)\]}'"»]+$/;

/** Finds the links in a text. Nothing but http and https leads anywhere. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const address = match[0].replace(TRAILING, '');
    if (!URL.canParse(address)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: address, href: address });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

type Json = Readonly<Record<string, unknown>>;

function objectOf(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

function listOf(value: unknown): Json[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.map(objectOf).filter((item) => item !== null);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
