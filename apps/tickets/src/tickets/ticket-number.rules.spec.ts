import { ticketNumber } from './ticket-number.rules';

describe('ticketNumber', () => {
  it.each([
    [1, 'TKT-000001'],
    [123, 'TKT-000123'],
    [999_999, 'TKT-999999'],
    [1_000_000, 'TKT-1000000'],
  ])('writes %d as %s', (count, number) => {
    expect(ticketNumber(count)).toBe(number);
  });
});
