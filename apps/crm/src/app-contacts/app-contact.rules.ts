import { visibleName } from '@chat/contracts';

/** A contact's name in the address book. */
export interface Name {
  firstname: string;
  lastname: string | null;
}

/** A business app's report about a number. */
export interface AppWord {
  /** Null if the app removed the contact. */
  name: Name | null;
  at: Date;
}

/** The latest known report, and the contact created from it; null if the number already had one. */
export interface KnownWord extends AppWord {
  contactId: number | null;
}

type Contact = Name & { id: number };

/** The effect of an app's report on the address book. */
export type AppEffect = 'none' | 'add' | 'rename' | 'remove';

const MAX_NAME_LENGTH = 100;

/**
 * Whether a report is outdated. Reports arrive in any order and more than once; of simultaneous ones the last to arrive
 * wins.
 */
export function isOlder(word: AppWord, known: AppWord | null): boolean {
  return known !== null && word.at < known.at;
}

/**
 * Decides the effect of a report. It only changes contacts that were created from the app's reports and not edited
 * since: entries made or deleted here are left unchanged.
 * @param contact the contact with this number.
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

/** The name of a contact of the app. The part of the full name after the first name is the last name. */
export function nameOf(fullName: string, firstName: string | null): Name | null {
  const full = visibleName(fullName);
  const first = visibleName(firstName ?? '');
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
