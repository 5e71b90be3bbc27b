import type { TicketStatus } from '@chat/contracts/tickets';
import { AppError } from '@chat/errors';
import { move, type Move } from './ticket-status.rules';

interface Details {
  subject: string;
  description: string | null;
  typeId: number;
  contactId: number | null;
  conversationId: number | null;
  assigneeId: number | null;
  status: TicketStatus;
}

/** The members of a request; omitted ones are undefined. */
export type TicketUpdate = Readonly<Partial<Details>>;

/** The members of requests that refer to other records, and what a ticket stores of each. */
const references = {
  type_key: 'typeId',
  contact_id: 'contactId',
  conversation_id: 'conversationId',
  assignee_id: 'assigneeId',
} as const satisfies Record<string, keyof Details>;

export type ReferenceErrors = Partial<Record<keyof typeof references, string[]>>;

/**
 * Returns only the errors of references that an update would change: a referenced record may have been deleted, and an
 * update that repeats the reference changes nothing.
 */
export function errorsOfChanges(
  ticket: Details,
  update: TicketUpdate,
  errors: ReferenceErrors,
): ReferenceErrors {
  const members = Object.keys(errors) as (keyof ReferenceErrors)[];
  const changed = members.filter((member) => update[references[member]] !== ticket[references[member]]);
  return Object.fromEntries(changed.map((member) => [member, errors[member]]));
}

/** @throws AppError `validation_error` if there are errors. */
export function requireKnown(errors: ReferenceErrors): void {
  if (Object.keys(errors).length > 0) throw new AppError('validation_error', { errors });
}

/**
 * The effect of an update on a ticket; empty if all values are the same already.
 * @throws AppError `conflict` for a status that cannot follow the current one.
 */
export function changesOf(
  ticket: Details,
  update: TicketUpdate,
  now: Date,
): Partial<Details> & Partial<Move> {
  const changed = Object.entries(update).filter(
    ([name, value]) => value !== undefined && value !== ticket[name as keyof Details],
  );
  const changes: Partial<Details> = Object.fromEntries(changed);
  return { ...changes, ...(changes.status && move(ticket.status, changes.status, now)) };
}
