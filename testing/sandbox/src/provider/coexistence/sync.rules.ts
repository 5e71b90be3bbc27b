import type { SharedContact } from './shared';

/** Maximum number of contacts per callback. */
const CONTACTS_SIZE = 100;

/** The `state_sync` of each callback: the contacts of the app. */
export function toContactSync(contacts: readonly SharedContact[], at: number): object[][] {
  const timestamp = String(Math.floor(at / 1000));
  const words = contacts.map(({ removed, ...contact }) => ({
    type: 'contact',
    contact: toContact(contact, removed),
    action: removed ? 'remove' : 'add',
    metadata: { timestamp },
  }));
  const count = Math.ceil(words.length / CONTACTS_SIZE);
  return Array.from({ length: count }, (_, index) =>
    words.slice(index * CONTACTS_SIZE, (index + 1) * CONTACTS_SIZE),
  );
}

/** A removed contact has no name. */
function toContact(
  { phone, user_id, username, name }: Omit<SharedContact, 'removed'>,
  removed: boolean,
): object {
  return {
    ...(!removed && { full_name: name, first_name: name.split(' ')[0] }),
    ...(phone !== undefined && { phone_number: phone }),
    ...(user_id !== undefined && { user_id }),
    ...(username !== undefined && { username }),
  };
}
