import { notice } from '..';

/** A conversation of the account was read by one of its people or programs. */
export const conversationsRead = notice('now.messaging.conversation.read');
