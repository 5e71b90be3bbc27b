import { EventBuffer, type BufferedEvent } from './event-buffer';

const NOW = 1_000_000_000;
const MARGIN_MS = 60_000;

let last = 0;

function event(accountId: number, changes: Partial<BufferedEvent> = {}): BufferedEvent {
  last += 1;
  const place = { sequence: last, atMs: NOW + last };
  const bytes = Buffer.alloc(500);
  return {
    id: `event-${last}`,
    accountId,
    place,
    audience: { family: 'message' },
    messageIds: [],
    bytes,
    ...changes,
  };
}

/** @param read the accounts that somebody reads here. */
function bufferOf({ eventsPerAccount = 100, events = 1_000, read = [] as number[] } = {}): EventBuffer {
  const buffer = new EventBuffer({ eventsPerAccount, bytes: events * 1_000 }, (id) => read.includes(id));
  buffer.restart(NOW - 2 * MARGIN_MS);
  return buffer;
}

function fill(buffer: EventBuffer, accountId: number, count: number): BufferedEvent[] {
  const events = Array.from({ length: count }, () => event(accountId));
  for (const one of events) buffer.add(one);
  return events;
}

const idsOf = (events: readonly BufferedEvent[] | null) => events?.map(({ id }) => id);

beforeEach(() => (last = 0));

describe('the buffer of events', () => {
  it('has all that follows a place, of one account, in order', () => {
    const buffer = bufferOf();
    const [first, ...rest] = fill(buffer, 1, 4);
    fill(buffer, 2, 3);
    rest.push(...fill(buffer, 1, 2));
    expect(idsOf(buffer.after(1, first!.place))).toEqual(idsOf(rest));
    expect(buffer.after(1, rest.at(-1)!.place)).toEqual([]);
    expect(buffer.after(3, first!.place)).toEqual([]);
  });

  it('cannot tell what follows a place from before it began, with a margin for clocks that differ', () => {
    const buffer = bufferOf();
    const from = NOW - 2 * MARGIN_MS;
    expect(buffer.after(1, { sequence: 0, atMs: from + MARGIN_MS - 1 })).toBeNull();
    expect(buffer.after(1, { sequence: 0, atMs: from + MARGIN_MS })).toEqual([]);
  });

  it('cannot tell what follows a place that another event had before the stream lost its end', () => {
    const buffer = bufferOf();
    const [first] = fill(buffer, 1, 1);
    expect(buffer.after(1, { sequence: 1, atMs: first!.place.atMs - 1 })).toBeNull();
    expect(buffer.after(1, { sequence: 1, atMs: first!.place.atMs })).toEqual([]);
  });

  it('keeps only so many events of an account, and knows what is missing', () => {
    const buffer = bufferOf({ eventsPerAccount: 3 });
    const [first, second, third, ...rest] = fill(buffer, 1, 6);
    expect(buffer.after(1, second!.place)).toBeNull();
    expect(buffer.after(1, first!.place)).toBeNull();
    expect(idsOf(buffer.after(1, third!.place))).toEqual(idsOf(rest));
  });

  it('stays within its bytes, and gives up accounts that nobody reads before others', () => {
    const buffer = bufferOf({ events: 100, read: [1] });
    const own = fill(buffer, 1, 20);
    for (let account = 2; account < 50; account += 1) fill(buffer, account, 10);
    expect(buffer.bytes).toBeLessThanOrEqual(100_000);
    expect(idsOf(buffer.after(1, own[0]!.place))).toEqual(idsOf(own.slice(1)));
    expect(buffer.after(2, own.at(-1)!.place)).toBeNull();
  });

  it('stays within its bytes when somebody reads all of them, and lets no account take more than its part', () => {
    const buffer = bufferOf({ events: 100, read: Array.from({ length: 50 }, (_, id) => id) });
    const [, ...others] = fill(buffer, 1, 90);
    expect(buffer.after(1, others[0]!.place)).toBeNull();
    expect(buffer.bytes).toBeLessThanOrEqual(25_000);
    for (let account = 2; account < 50; account += 1) fill(buffer, account, 10);
    expect(buffer.bytes).toBeLessThanOrEqual(100_000);
  });

  it('forgets what an account had, whereupon only those who had read it can resume', () => {
    const buffer = bufferOf();
    const [first, second] = fill(buffer, 1, 2);
    const [other] = fill(buffer, 2, 1);
    const gone = { sequence: (last += 1), atMs: NOW + last };
    buffer.forget(1, gone);
    const [next] = fill(buffer, 1, 1);
    expect([buffer.after(1, first!.place), buffer.after(1, second!.place)]).toEqual([null, null]);
    expect(idsOf(buffer.after(1, gone))).toEqual([next!.id]);
    expect(idsOf(buffer.after(2, first!.place))).toEqual([other!.id]);
    expect(buffer.has(1, first!.id)).toBe(false);
  });

  it('keeps nothing of what is too old, and nothing of accounts without events', () => {
    const buffer = bufferOf();
    const [first] = fill(buffer, 1, 2);
    buffer.expire(NOW + last + 1);
    expect(buffer.bytes).toBe(0);
    expect(buffer.after(1, first!.place)).toBeNull();
    buffer.forget(2, { sequence: 99, atMs: NOW });
    buffer.expire(NOW + 1_000);
    expect(buffer.after(2, { sequence: 1, atMs: NOW + 1_000 + MARGIN_MS })).toEqual([]);
  });

  it('changes the content of what it has about a message, also for those to whom it was given', () => {
    const buffer = bufferOf();
    const about = event(1, { messageIds: [7] });
    buffer.add(about);
    buffer.add(event(1, { messageIds: [8] }));
    const before = buffer.bytes;
    buffer.rewrite(1, 7, () => Buffer.from('short'));
    expect(about.bytes.toString()).toBe('short');
    expect(buffer.bytes).toBe(before - 500 + 5);
  });

  it('knows the events that it has', () => {
    const buffer = bufferOf();
    const [first] = fill(buffer, 1, 1);
    expect([buffer.has(1, first!.id), buffer.has(2, first!.id)]).toEqual([true, false]);
  });
});
