import type { Fault } from './fault';
import { FaultBook } from './fault-book';

const send = { to: '491510000001', reference: '7' };

function fault(change: Partial<Fault> = {}): Fault {
  return { match: {}, mode: 'error', code: null, delayMs: null, times: 1, ...change };
}

describe('the fault book', () => {
  it.each([
    ['without a match', {}, true],
    ['for its number', { to: '491510000001' }, true],
    ['for its reference', { reference: '7' }, true],
    ['for both', { to: '491510000001', reference: '7' }, true],
    ['for another number', { to: '491510000002' }, false],
    ['for its number and another reference', { to: '491510000001', reference: '8' }, false],
  ])('a fault %s strikes: %p %p', (_, match, strikes) => {
    const book = new FaultBook();
    book.put(fault({ match }));
    expect(book.take(send) !== null).toBe(strikes);
  });

  it('strikes as often as told', () => {
    const book = new FaultBook();
    book.put(fault({ times: 2 }));
    expect([book.take(send)?.mode, book.take(send)?.mode, book.take(send)]).toEqual(['error', 'error', null]);
    expect(book.list()).toEqual([]);
  });

  it('replaces the fault of the same match, and forgets it with times 0', () => {
    const book = new FaultBook();
    book.put(fault({ match: { to: send.to }, times: 5 }));
    book.put(fault({ match: { to: send.to }, mode: 'slow' }));
    expect(book.take(send)?.mode).toBe('slow');

    book.put(fault());
    book.put(fault({ times: 0 }));
    expect(book.take(send)).toBeNull();
  });
});
