import type { UpdateContact } from '@chat/contracts/crm';

interface Details {
  firstname: string;
  lastname: string | null;
  marketingOptedOut: boolean;
}

/** What an update changes about a contact; empty when all it gives is so already. A null clears the last name only. */
export function changesOf(contact: Details, update: UpdateContact): Partial<Details> {
  const given: Partial<Details> = {
    firstname: update.firstname ?? contact.firstname,
    lastname: update.lastname === undefined ? contact.lastname : update.lastname,
    marketingOptedOut: update.marketing_opted_out ?? contact.marketingOptedOut,
  };
  const changed = Object.entries(given).filter(([name, value]) => value !== contact[name as keyof Details]);
  return Object.fromEntries(changed);
}
