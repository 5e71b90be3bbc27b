import type { Fault } from './fault';
import { FaultBook } from './fault-book';

let sends = 0;

/** A new send, with its own id. */
const newSend = () => {
  sends += 1;
  return { id: `A${sends}`, to: '491510000001', reference: '7' };
};

function fault(change: Partial<Fault> = {}): Fault {
  return { match: {}, mode: 'error', code: null, delayMs: null, times: 1, attempts: null, ...change };
}

describe('the fault book', () => {
  it.each([
    ['without a match', {}, true],
    ['for its number', { to: '491510000001' }, true],
    ['for its reference', { reference: '7' }, true],
    ['for both', { to: '491510000001', reference: '7' }, true],
    ['for another number', { to: '491510000002' }, false],
    ['for its number and another reference', { to: '491510000001', reference: '8' }, false],
  ])('a fault %s applies: %p %p', (_, match, strikes) => {
    const book = new FaultBook();
    book.put(fault({ match }));
    expect(book.take(newSend()) !== null).toBe(strikes);
  });

  it('applies each fault the given number of times', () => {
    const book = new FaultBook();
    book.put(fault({ times: 2 }));
    expect([book.take(newSend())?.mode, book.take(newSend())?.mode, book.take(newSend())]).toEqual([
      'error',
      'error',
      null,
    ]);
    expect(book.list()).toEqual([]);
  });

  it('replaces the fault with the same match, and removes it with times 0', () => {
    const book = new FaultBook();
    book.put(fault({ match: { to: newSend().to }, times: 5 }));
    book.put(fault({ match: { to: newSend().to }, mode: 'slow' }));
    expect(book.take(newSend())?.mode).toBe('slow');

    book.put(fault());
    book.put(fault({ times: 0 }));
    expect(book.take(newSend())).toBeNull();
  });

  it('applies a fault to every attempt of one send, and counts it once', () => {
    const book = new FaultBook();
    book.put(fault());
    const [first, second] = [newSend(), newSend()];
    expect([first, first, second, first].map((send) => book.take(send)?.mode)).toEqual([
      'error',
      'error',
      undefined,
      'error',
    ]);
  });

  it('accepts a send after the given number of attempts', () => {
    const book = new FaultBook();
    book.put(fault({ attempts: 2 }));
    const send = newSend();
    expect([send, send, send, send].map((again) => book.take(again)?.mode)).toEqual([
      'error',
      'error',
      undefined,
      undefined,
    ]);
  });
});
