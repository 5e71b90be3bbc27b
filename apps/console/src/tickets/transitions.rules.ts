import type { TicketStatus } from '../api/tickets';

const worked: readonly TicketStatus[] = ['in_progress', 'waiting_customer', 'resolved', 'closed'];

/** From each status, those that may follow. They are the API's own, which refuses all others; a spec compares them. */
const following: Readonly<Record<TicketStatus, readonly TicketStatus[]>> = {
  open: worked,
  in_progress: ['waiting_customer', 'resolved', 'closed'],
  waiting_customer: ['in_progress', 'resolved', 'closed'],
  resolved: ['closed', 'reopened'],
  closed: ['reopened'],
  reopened: worked,
};

/** In the order in which work goes on. */
export const statuses: readonly TicketStatus[] = [
  'open',
  'reopened',
  'in_progress',
  'waiting_customer',
  'resolved',
  'closed',
];

export function nextStatuses(status: TicketStatus): readonly TicketStatus[] {
  return following[status];
}

export function mayMove(from: TicketStatus, to: TicketStatus): boolean {
  return following[from].includes(to);
}
