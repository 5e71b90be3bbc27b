import { readPastMessage, readPiece, toParts, type PastItem } from './history.rules';

const now = new Date('2026-03-01T00:00:00.000Z');
const BUSINESS = '4930100000001';
const CUSTOMER = '4915100000002';
const read = (message: object, thread: object = { id: CUSTOMER }) =>
  readPastMessage(
    { item: message as Record<string, unknown>, contacts: [], isAlone: false },
    { thread: thread as Record<string, unknown>, business: BUSINESS, blob: 'blob', now },
  );
const text = (change: object = {}) => ({
  from: CUSTOMER,
  id: 'wamid.1',
  timestamp: '1700000000',
  type: 'text',
  text: { body: 'Hi' },
  history_context: { status: 'READ' },
  ...change,
});
const fromUs = (change: object = {}) => text({ from: BUSINESS, to: CUSTOMER, ...change });

/** A JSON object that converts to neither a number nor a text. */
const strange = { toString: 'x', valueOf: 'x' };

describe('a piece of a history', () => {
  it.each([
    ['an object', { metadata: { progress: strange }, errors: [{ code: strange }] }],
    ['a list', { metadata: { progress: [strange] }, errors: [{ code: [strange] }] }],
    ['a text', { metadata: 'x', errors: 'x' }],
  ])('announces nothing with %s in place of its numbers', (_, piece) => {
    expect(readPiece(piece)).toMatchObject({ announced: 0, messages: [] });
  });
});

describe('a message of a history', () => {
  it('from the customer has the thread as its other side', () => {
    expect(read(text())).toEqual({
      media: null,
      blob: 'blob',
      sentAt: new Date(1_700_000_000_000),
      message: {
        chat_message_id: 'wamid.1',
        direction: 'inbound',
        phone: CUSTOMER,
        content: { type: 'text', text: 'Hi' },
        status: 'read',
      },
    });
  });

  it.each([
    ['with its receiver', fromUs()],
    ['without', fromUs({ to: undefined })],
    ['with a plus', fromUs({ from: `+${BUSINESS}`, to: undefined })],
  ])('of the business, %s, is outbound', (_, message) => {
    expect(read(message)?.message).toMatchObject({ direction: 'outbound', phone: CUSTOMER });
  });

  it('outside of a thread names the other side itself', () => {
    expect(read(text(), {})?.message.phone).toBe(CUSTOMER);
    expect(read(fromUs(), {})?.message).toMatchObject({ direction: 'outbound', phone: CUSTOMER });
  });

  it.each([
    ['without any sender', text({ from: undefined }), 'inbound'],
    ['with the id of the sender', text({ from: undefined, from_user_id: 'DE.7' }), 'inbound'],
    ['of the business', text({ from: BUSINESS }), 'outbound'],
    ['to their id', text({ from: undefined, to_user_id: 'DE.7' }), 'outbound'],
  ])('%s belongs to the person of a thread without an id', (_, message, direction) => {
    expect(read(message, { user_id: 'DE.7', username: '@lena' })?.message).toMatchObject({
      direction,
      phone: null,
      provider_user_id: 'DE.7',
      username: '@lena',
    });
  });

  it('of somebody who hides the number keeps their provider id', () => {
    expect(read(text({ from: 'US.123' }), { id: 'US.123' })?.message).toMatchObject({
      phone: null,
      provider_user_id: 'US.123',
    });
  });

  it.each([
    ['SENT', 'sent'],
    ['DELIVERED', 'delivered'],
    ['READ', 'read'],
    ['PLAYED', 'read'],
    ['ERROR', 'failed'],
    ['PENDING', 'unknown'],
    ['of tomorrow', 'sent'],
  ])('with the status %s is %s', (status, expected) => {
    expect(read(fromUs({ history_context: { status } }))?.message.status).toBe(expected);
  });

  it.each([
    ['nobody', text({ from: undefined }), {}],
    ['no id', text({ id: undefined }), { id: CUSTOMER }],
    ['a blank id', text({ id: ' ' }), { id: CUSTOMER }],
    ['a blank name', text({ from: ' ' }), {}],
    ['nothing', {}, {}],
  ])('with %s is dropped', (_, message, thread) => {
    expect(read(message, thread)).toBeNull();
  });

  it('that only announces media is kept as such', () => {
    const placeholder = text({ type: 'media_placeholder', text: undefined });
    expect(read(placeholder)?.message.content).toEqual({
      type: 'unsupported',
      raw: '{"type":"media_placeholder"}',
    });
  });

  it('of an unknown type is truncated', () => {
    const content = read(text({ type: 'novel', novel: { body: 'x'.repeat(20_000) } }))?.message.content;
    expect(content).toEqual({ type: 'unsupported', raw: '{"type":"novel"}' });
  });

  it('with media names where its bytes are going to be stored', () => {
    const image = { mime_type: 'image/png', id: '77', sha256: 'x' };
    const item = read(text({ type: 'image', image }));
    expect(item?.media).toMatchObject({ mediaId: '77' });
    expect(item?.message.content).toMatchObject({ type: 'image', media: { blob: 'blob', awaited: true } });
  });
});

describe('a piece of a history', () => {
  it('has the messages of all threads, each with its person', () => {
    const piece = readPiece({
      metadata: { phase: 0, chunk_order: 1, progress: 55 },
      threads: [
        { id: CUSTOMER, messages: [{ id: 'a' }, null] },
        { context: { user_id: 'DE.7' }, messages: [{ id: 'b' }] },
        null,
      ],
    });
    expect(piece).toEqual({
      announced: 55,
      errors: [],
      messages: [
        { thread: { id: CUSTOMER }, message: { id: 'a' } },
        { thread: { user_id: 'DE.7' }, message: { id: 'b' } },
      ],
    });
  });

  it.each([[undefined], [{ progress: 'soon' }], [{ progress: 101 }], [{ progress: -1 }]])(
    'announces nothing with %j',
    (metadata) => expect(readPiece({ metadata }).announced).toBe(0),
  );

  it('says why it is missing', () => {
    expect(readPiece({ errors: [{ code: 2593109 }] }).errors).toEqual([2593109]);
  });
});

describe('the parts of a history', () => {
  const item = (at: number, length = 10): PastItem => ({
    media: null,
    blob: '',
    sentAt: new Date(at),
    message: {
      chat_message_id: String(at),
      direction: 'inbound',
      phone: CUSTOMER,
      content: { type: 'text', text: 'x'.repeat(length) },
      status: 'read',
    },
  });
  const sizes = (items: PastItem[]) => toParts(items).map(({ length }) => length);

  it('have at most 100 messages, in order of time', () => {
    const items = Array.from({ length: 250 }, (_, index) => item((index * 7) % 250));
    expect(sizes(items)).toEqual([100, 100, 50]);
    const times = toParts(items)
      .flat()
      .map(({ sentAt }) => sentAt.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  it('have at most 128 KiB, unless a single message is larger', () => {
    expect(sizes([item(1, 60_000), item(2, 60_000), item(3, 60_000)])).toEqual([2, 1]);
    expect(sizes([item(1, 10), item(2, 200_000), item(3, 10)])).toEqual([1, 1, 1]);
  });

  it('are empty for no messages', () => expect(toParts([])).toEqual([]));
});
