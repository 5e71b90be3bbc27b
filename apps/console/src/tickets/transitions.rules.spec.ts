import { ticketMoves, ticketStatuses, type TicketStatus } from '@chat/contracts/tickets';
import { mayMove, nextStatuses, statuses } from './transitions.rules';

describe('the moves of a ticket', () => {
  it('are those of the API, for every status', () => {
    expect([...statuses].sort()).toEqual([...ticketStatuses].sort());
    for (const [from, following] of Object.entries(ticketMoves)) {
      expect([from, nextStatuses(from as TicketStatus)]).toEqual([from, following]);
      for (const to of ticketStatuses)
        expect([from, to, mayMove(from as TicketStatus, to)]).toEqual([from, to, following.includes(to)]);
    }
  });
});
