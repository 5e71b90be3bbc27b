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
  if (typeof document === 'string') {
    const inner = parseObject(document);
    return inner !== undefined && mentions(inner, person);
  }
  if (Array.isArray(document)) return document.some((item) => mentions(item, person));
  if (!isObject(document)) return false;
  return Object.entries(document).some(
    ([member, value]) => namesPerson(member, value, person) || mentions(value, person),
  );
}

/**
 * Removes everything about the person from a document. The innermost list item that identifies the person is removed;
 * outside of lists, the whole document is.
 * @returns undefined if nothing may remain; the document itself if nothing in it is about the person.
 */
export function withoutPerson(document: Json, person: PersonIndex): Json {
  return mentions(document, person) ? strip(document, person) : document;
}

function strip(document: Json, person: PersonIndex): Json {
  if (typeof document === 'string') {
    const inner = parseObject(document);
    if (inner === undefined || !mentions(inner, person)) return document;
    const kept = strip(inner, person);
    return kept === undefined ? undefined : JSON.stringify(kept);
  }
  if (Array.isArray(document)) {
    return document.map((item) => strip(item, person)).filter((item) => item !== undefined);
  }
  if (!isObject(document)) return document;
  const kept: Record<string, Json> = {};
  for (const [member, value] of Object.entries(document)) {
    if (namesPerson(member, value, person)) return undefined;
    const rest = strip(value, person);
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
