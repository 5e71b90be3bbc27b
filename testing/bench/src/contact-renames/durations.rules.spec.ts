import { durationsOf } from './durations.rules';

const log = `2026-01-31 10:20:30.000 UTC [7] LOG:  duration: 12.345 ms  execute s1: 
	  UPDATE tickets.tickets SET contact_text = $3
	  WHERE account_id = $1
2026-01-31 10:20:31.000 UTC [7] LOG:  duration: 0.100 ms  execute s2: UPDATE ticketsXtickets SET contact_text = $3
2026-01-31 10:20:31.000 UTC [7] LOG:  duration: 0.200 ms  parse s1: UPDATE tickets.tickets SET contact_text = $3
2026-01-31 10:20:32.000 UTC [8] LOG:  duration: 7 ms  execute s1: UPDATE tickets.tickets SET contact_text = $3
`;

describe('durationsOf', () => {
  it('reads the durations of a statement', () => {
    expect(durationsOf(log, 'UPDATE tickets.tickets SET contact_text')).toEqual([12.345, 7]);
  });

  it('returns none of another statement', () => {
    expect(durationsOf(log, 'DELETE FROM tickets.tickets')).toEqual([]);
  });
});
