import type { UpdateContact } from '@chat/contracts/crm';

interface Details {
  firstname: string;
  lastname: string | null;
  marketingOptedOut: boolean;
}

/** The members of a contact that an update changes; empty if all values are the same already. */
export function changesOf(contact: Details, update: UpdateContact): Partial<Details> {
  const { firstname, lastname, marketing_opted_out: marketingOptedOut } = update;
  const changed = Object.entries({ firstname, lastname, marketingOptedOut }).filter(
    ([name, value]) => value !== undefined && value !== contact[name as keyof Details],
  );
  return Object.fromEntries(changed);
}
