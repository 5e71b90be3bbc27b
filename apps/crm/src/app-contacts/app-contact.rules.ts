/** A name as the address book has it. */
export interface Name {
  firstname: string;
  lastname: string | null;
}

/** What the business app said of a number. */
export interface AppWord {
  /** Null when the app removed the contact. */
  name: Name | null;
  at: Date;
}

/** The latest word before, and the contact that was made of it; null when the number had one already. */
export interface KnownWord extends AppWord {
  contactId: number | null;
}

type Contact = Name & { id: number };

/** What a word of the app does to the address book. */
export type AppEffect = 'none' | 'add' | 'rename' | 'remove';

const MAX_NAME_LENGTH = 100;

/** Words come in any order and more than once. Those of one moment count in the order in which they come. */
export function isOlder(word: AppWord, known: AppWord | null): boolean {
  return known !== null && word.at < known.at;
}

/**
 * What the app says changes only contacts that were made of it and that nobody edited since: what people entered or
 * deleted here stays as it is.
 * @param contact the contact that has the number.
 */
export function effectOf(word: AppWord, known: KnownWord | null, contact: Contact | null): AppEffect {
  if (isOlder(word, known)) return 'none';
  const { name } = word;
  if (contact === null) {
    const wasDeletedHere = known !== null && known.name !== null;
    return name === null || wasDeletedHere ? 'none' : 'add';
  }
  const isUntouched = known?.contactId === contact.id && known.name !== null && isSame(known.name, contact);
  if (!isUntouched) return 'none';
  if (name === null) return 'remove';
  return isSame(name, contact) ? 'none' : 'rename';
}

/** The name of a contact of the app: what follows the first name in the full name is the last name. */
export function nameOf(fullName: string, firstName: string | null): Name | null {
  const full = fullName.trim();
  const first = firstName?.trim() ?? '';
  const hasRest = first !== '' && full.startsWith(`${first} `);
  const firstname = cut(hasRest ? first : full);
  if (firstname === '') return null;
  return { firstname, lastname: hasRest ? cut(full.slice(first.length)) || null : null };
}

function cut(text: string): string {
  return [...text.trim()].slice(0, MAX_NAME_LENGTH).join('').trim();
}

function isSame(one: Name, other: Name): boolean {
  return one.firstname === other.firstname && one.lastname === other.lastname;
}
