import { conversationsWith } from '../visibility/channels-of';

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

/** The conditions of a filter for conversations `c`. A statement contains only those that it needs. */
export function narrow({ channelId, contactId, isUnread }: ConversationFilter, place: Place): string {
  return [
    channelId === null ? '' : `AND c.channel_id = ${place(channelId)}`,
    contactId === null ? '' : `AND c.id = ANY (${conversationsWith(place(contactId))})`,
    isUnread ? 'AND c.unread_count > 0' : '',
  ].join(' ');
}
