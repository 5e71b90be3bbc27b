import type { UpdateContact } from '@chat/contracts/crm';

interface Details {
  firstname: string;
  lastname: string | null;
  marketingOptedOut: boolean;
}

/** What an update changes about a contact; empty when all it gives is so already. */
export function changesOf(contact: Details, update: UpdateContact): Partial<Details> {
  const { firstname, lastname, marketing_opted_out: marketingOptedOut } = update;
  const changed = Object.entries({ firstname, lastname, marketingOptedOut }).filter(
    ([name, value]) => value !== undefined && value !== contact[name as keyof Details],
  );
  return Object.fromEntries(changed);
}
