import { ticketStatuses, type TicketStatus } from '@chat/contracts/tickets';
import { AppError } from '@chat/errors';
import { move } from './ticket-status.rules';

const now = new Date('2026-01-31T10:20:30.000Z');

/** Rows: from; columns: to, in the order of `ticketStatuses`. */
const allowed: Record<TicketStatus, string> = {
  //                open  in_progress  waiting  resolved  closed  reopened
  open: /*            */ '-    yes          yes      yes       yes     -',
  in_progress: /*     */ '-    -            yes      yes       yes     -',
  waiting_customer: /**/ '-    yes          -        yes       yes     -',
  resolved: /*        */ '-    -            -        -         yes     yes',
  closed: /*          */ '-    -            -        -         -       yes',
  reopened: /*        */ '-    yes          yes      yes       yes     -',
};

const pairs = ticketStatuses.flatMap((from) =>
  allowed[from].split(/\s+/).map((word, column) => [from, ticketStatuses[column]!, word === 'yes'] as const),
);

describe('move', () => {
  it('is decided for every pair', () => {
    expect(pairs).toHaveLength(36);
  });

  it.each(pairs.filter(([, , isAllowed]) => isAllowed))('lets %s become %s', (from, to) => {
    expect(move(from, to, now).status).toBe(to);
  });

  it.each(pairs.filter(([, , isAllowed]) => !isAllowed))('does not let %s become %s', (from, to) => {
    expect(() => move(from, to, now)).toThrow(AppError);
  });

  it('says what is possible when it refuses', () => {
    expect(() => move('resolved', 'open', now)).toThrow(
      new AppError('conflict', {
        message: 'A ticket that is resolved cannot become open. It can become closed or reopened.',
      }),
    );
  });

  it.each([
    ['in_progress', 'resolved', { resolvedAt: now }],
    ['open', 'closed', { closedAt: now }],
    ['resolved', 'closed', { closedAt: now }],
    ['closed', 'reopened', { resolvedAt: null, closedAt: null }],
    ['open', 'in_progress', {}],
  ] as const)('from %s to %s sets the times %j', (from, to, times) => {
    expect(move(from, to, now)).toEqual({ status: to, ...times });
  });
});
