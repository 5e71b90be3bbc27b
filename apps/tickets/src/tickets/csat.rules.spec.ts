import { ticketStatuses } from '@chat/contracts/tickets';
import { requireRatable } from './csat.rules';

describe('requireRatable', () => {
  const unfinished = ticketStatuses.filter((status) => status !== 'resolved' && status !== 'closed');

  it.each(['resolved', 'closed'] as const)('takes a ticket that is %s', (status) => {
    expect(() => requireRatable({ status, csatRating: null })).not.toThrow();
  });

  it.each(unfinished)('refuses one that is %s', (status) => {
    expect(() => requireRatable({ status, csatRating: null })).toThrow('Resolve or close it first');
  });

  it.each(ticketStatuses)('refuses one that was rated and is %s', (status) => {
    expect(() => requireRatable({ status, csatRating: 1 })).toThrow('rated only once');
  });
});
