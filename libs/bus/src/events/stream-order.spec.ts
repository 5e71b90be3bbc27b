import { readDelivery, StreamOrder } from './stream-order';

const place = (sequence: number, atMs = sequence * 10) => ({ sequence, atMs });

describe('the order of a stream', () => {
  it('takes the deliveries of a consumer one after the other, however far apart their places are', () => {
    const order = new StreamOrder(null);
    expect([order.judge(place(3), 1), order.judge(place(7), 2), order.judge(place(8), 3)]).toEqual([
      'next',
      'next',
      'next',
    ]);
    expect([order.hasRead(3), order.hasRead(4)]).toEqual([true, false]);
  });

  it('notices that a delivery is missing, and takes none after it', () => {
    const order = new StreamOrder(null);
    order.judge(place(3), 1);
    expect([order.judge(place(5), 3), order.judge(place(6), 4), order.judge(place(4), 1)]).toEqual([
      'gap',
      'gap',
      'gap',
    ]);
  });

  it('does not take again what was read last', () => {
    const order = new StreamOrder(place(7));
    expect([order.judge(place(7), 1), order.judge(place(8), 2)]).toEqual(['known', 'next']);
  });

  it('goes on if what was read last has been erased', () => {
    expect(new StreamOrder(place(7)).judge(place(9), 1)).toBe('next');
  });

  it('notices that another event has the place of the one that was read last, and takes none after it', () => {
    const order = new StreamOrder(place(7));
    expect([order.judge(place(7, 75), 1), order.judge(place(8, 80), 2)]).toEqual(['loss', 'gap']);
  });
});

describe('the place of a delivery', () => {
  const expected = { place: { sequence: 42, atMs: 1_764_328_000_123 }, number: 7 };

  it.each([
    '$JS.ACK.CHAT_EVENTS.name.1.42.7.1764328000123456789.3',
    '$JS.ACK.hub.hash.CHAT_EVENTS.name.1.42.7.1764328000123456789.3',
    '$JS.ACK.hub.hash.CHAT_EVENTS.name.1.42.7.1764328000123456789.3.random',
  ])('is read from the subject of every version of the server: %s', (subject) => {
    expect(readDelivery(subject)).toEqual(expected);
  });
});
