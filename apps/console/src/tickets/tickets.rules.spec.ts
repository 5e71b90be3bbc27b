import { readTicketView } from './filters.rules';
import { keyOfType } from './type-key.rules';

describe('the page of tickets in an address', () => {
  it.each([
    [{}, {}],
    [
      { view: 'board', q: 'late', status: 'open', type: 3, assignee: 4, ticket: 'TKT-000001' },
      { view: 'board', q: 'late', status: 'open', type: 3, assignee: 4, ticket: 'TKT-000001' },
    ],
    [{ view: 'x', q: ' ', status: 'gone', type: 'x', assignee: -1, ticket: '../users' }, {}],
  ])('of %j is %j', (search, view) => {
    expect(readTicketView(search)).toEqual(view);
  });
});

describe('the key of a ticket type', () => {
  it.each([
    ['Late delivery', 'late_delivery'],
    ['  Réclamation! ', 'reclamation'],
    ['退货', '退货'],
    ['?', '?'],
    ['x'.repeat(80), 'x'.repeat(50)],
  ])('of %s is %s', (name, key) => {
    expect(keyOfType(name)).toBe(key);
  });
});
