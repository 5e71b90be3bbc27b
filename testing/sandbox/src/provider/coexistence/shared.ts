/** What a business shares from its app, as the control API accepts it. */

/** A person, by number, by the id that the network has for them, or both. */
export interface SharedPerson {
  phone?: string | undefined;
  user_id?: string | undefined;
  username?: string | undefined;
}

export interface SharedContact extends SharedPerson {
  name: string;
  removed: boolean;
}

export const historyStatuses = ['SENT', 'DELIVERED', 'READ', 'PLAYED', 'ERROR', 'PENDING'] as const;

/** A file that the provider has. The history has a placeholder for it; a message of the same id follows with the file. */
export interface SharedFile {
  id: string;
  mime_type: string;
  /** In base64. */
  sha256: string;
  caption?: string | undefined;
  /** Whether it follows in the shape of before 2026, in which the customer sends whatever the business sent. */
  older_shape: boolean;
}

export interface SharedMessage {
  from_me: boolean;
  sent_at: string;
  status: (typeof historyStatuses)[number];
  text?: string | undefined;
  file?: SharedFile | undefined;
  /** Whether the provider does not forward it. */
  unsupported?: boolean | undefined;
}

export interface SharedThread extends SharedPerson {
  messages: SharedMessage[];
}
