import { ticketStatuses } from '@chat/contracts/tickets';
import { mayMove, nextStatuses, statuses } from './transitions.rules';

describe('the moves of a ticket', () => {
  it.each([
    ['open', 'resolved', true],
    ['open', 'reopened', false],
    ['resolved', 'reopened', true],
    ['resolved', 'open', false],
    ['closed', 'in_progress', false],
    ['reopened', 'in_progress', true],
    ['in_progress', 'in_progress', false],
  ] as const)('from %s to %s: %s', (from, to, may) => {
    expect(mayMove(from, to)).toBe(may);
  });

  it('are known for every status of the API', () => {
    expect([...statuses].sort()).toEqual([...ticketStatuses].sort());
    for (const status of statuses) expect(nextStatuses(status)).not.toContain(status);
  });
});
