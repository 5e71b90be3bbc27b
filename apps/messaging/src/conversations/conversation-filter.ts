import { channelsOf } from '../visibility/channels-of';
import { isKept, isVisible } from '../visibility/visible';

/** Which conversations of an account a list has. */
export interface ConversationFilter {
  /** Null: those of all channels. */
  channelId: number | null;
  /** Null: those with anybody. */
  contactId: number | null;
  /** Only those with unread messages. */
  isUnread: boolean;
}

/** Adds a parameter to a statement and returns its place in the text. */
export type Place = (value: unknown) => string;

/** By the keys of conversations, since a contact has few and an account many. */
const idsWithContact = (contact: string) => `ARRAY(
  WITH RECURSIVE ${channelsOf('SELECT $1::bigint AS account_id')}
  SELECT theirs.id FROM messaging.contact_names known
  JOIN channels USING (account_id)
  JOIN messaging.conversations theirs USING (account_id, channel_id, canonical_phone)
  WHERE known.account_id = $1 AND known.contact_id = ${contact} AND known.name IS NOT NULL)`;

/** The conditions of a filter for conversations `c`. A statement contains only those that it needs. */
export function narrow({ channelId, contactId, isUnread }: ConversationFilter, place: Place): string {
  return [
    channelId === null ? '' : `AND c.channel_id = ${place(channelId)}`,
    contactId === null ? '' : `AND c.id = ANY (${idsWithContact(place(contactId))})`,
    isUnread ? 'AND c.unread_count > 0' : '',
  ].join(' ');
}

/** The conversations `c` of the account ($1) that a list may show. */
export const SHOWN = `c.account_id = $1 AND ${isKept('c')} AND ${isVisible('c')}`;
