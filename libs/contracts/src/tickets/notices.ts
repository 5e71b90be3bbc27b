import { notice } from '..';

/** A ticket or a ticket type of the account was created or changed. */
export const ticketsChanged = notice('now.tickets.ticket.changed');
