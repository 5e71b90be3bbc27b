import type { PersonTerms } from './person-traces.dto';

type Json = unknown;

/** `PersonTerms`, indexed for lookup. */
export interface PersonIndex {
  /** The members of documents that identify a person or something of theirs, with the values that match. */
  readonly texts: ReadonlyMap<string, ReadonlySet<string>>;
  readonly ids: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Members that contain a number or a network's id of a person, under our names and the provider's. */
const nameMembers = [
  'phone',
  'phone_number',
  'from',
  'to',
  'id',
  'wa_id',
  'user_id',
  'from_user_id',
  'to_user_id',
  'recipient_id',
  'recipient_user_id',
  'provider_user_id',
];

const messageMembers = ['chat_message_id', 'chatMessageId'];

export function indexPerson(terms: PersonTerms): PersonIndex {
  const names = new Set(terms.names);
  const messages = new Set(terms.chat_message_ids);
  return {
    texts: new Map([
      ...nameMembers.map((member) => [member, names] as const),
      ...messageMembers.map((member) => [member, messages] as const),
      ['number', new Set(terms.ticket_numbers)],
    ]),
    ids: new Map([
      ['conversation_id', new Set(terms.conversation_ids)],
      ['contact_id', new Set(terms.contact_ids)],
    ]),
  };
}

/** Returns whether anything in a document is about the person. */
export function mentions(document: Json, person: PersonIndex): boolean {
  // Not recursive: strangers choose how deep what they write is nested.
  const left: Json[] = [document];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') left.push(parseObject(value));
    else if (Array.isArray(value)) for (const item of value as Json[]) left.push(item);
    else if (isObject(value)) {
      for (const [member, inner] of Object.entries(value)) {
        if (namesPerson(member, inner, person)) return true;
        left.push(inner);
      }
    }
  }
  return false;
}

/**
 * Removes everything about the person from a document. The innermost list item that identifies the person is removed;
 * outside of lists, the whole document is.
 * @returns undefined if nothing may remain; the document itself if nothing in it is about the person.
 */
export function withoutPerson(document: Json, person: PersonIndex): Json {
  return mentions(document, person) ? strip(document, person) : document;
}

/** What is deeper is removed whole if it is about the person. */
const MAX_LEVELS = 256;

function strip(document: Json, person: PersonIndex, levels = MAX_LEVELS): Json {
  if (levels === 0) return mentions(document, person) ? undefined : document;
  if (typeof document === 'string') {
    const inner = parseObject(document);
    if (inner === undefined || !mentions(inner, person)) return document;
    const kept = strip(inner, person, levels - 1);
    return kept === undefined ? undefined : JSON.stringify(kept);
  }
  if (Array.isArray(document)) {
    return document.map((item) => strip(item, person, levels - 1)).filter((item) => item !== undefined);
  }
  if (!isObject(document)) return document;
  const kept: Record<string, Json> = {};
  for (const [member, value] of Object.entries(document)) {
    if (namesPerson(member, value, person)) return undefined;
    const rest = strip(value, person, levels - 1);
    if (rest === undefined && value !== undefined) return undefined;
    kept[member] = rest;
  }
  return kept;
}

function namesPerson(member: string, value: Json, { texts, ids }: PersonIndex): boolean {
  if (typeof value === 'string') return texts.get(member)?.has(value) ?? false;
  return typeof value === 'number' && (ids.get(member)?.has(value) ?? false);
}

/** Parses a document that is stored as text within another, as jobs store callbacks. */
function parseObject(text: string): object | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null;
}
