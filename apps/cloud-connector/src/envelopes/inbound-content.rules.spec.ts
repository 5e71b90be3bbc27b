import { readContent } from './inbound-content.rules';

const longContext = { context: { id: 'x'.repeat(3_000) } };
const read = (type: string, content: unknown) =>
  readContent({ type, from: '15550100001', id: 'wamid.1', [type]: content }, 'blob').content;

describe('inbound content', () => {
  it.each([
    ['a member that is new', { text: { body: 'Hi' }, mood: { sunny: true } }, { mood: { sunny: true } }],
    ['a new member of its content', { text: { body: 'Hi', font: 3 } }, { text: { font: 3 } }],
    ['a reference that is too long for lists', longContext, longContext],
    ['nothing', { text: { body: 'Hi' }, context: { id: 'wamid.0' }, referral: { ctwa_clid: 'x' } }, null],
    ['nothing of another type', { text: { body: 'Hi' }, history_context: { status: 'READ' } }, null],
    ['more than the bus can carry', { text: { body: 'Hi' }, mood: 'x'.repeat(100_000) }, null],
  ])('keeps %s beside a known kind', (_, members, expected) => {
    const message = {
      type: 'text',
      from: '15550100001',
      id: 'wamid.1',
      timestamp: '1',
      text: { body: 'Hi' },
    };
    expect(readContent({ ...message, ...members }, 'blob').extra).toEqual(expected);
  });

  it('keeps how contacts came to be shared', () => {
    const message = { type: 'contacts', contacts: [{ vcard: 'BEGIN' }], origin: 'contact_request' };
    expect(readContent(message, 'blob')).toEqual({
      content: message,
      media: null,
      extra: null,
    });
  });

  it.each([
    ['poll', { type: 'unsupported', unsupported: { type: 'poll' }, errors: [{ code: 131051 }] }],
    ['errors', { type: 'errors', errors: [{ code: 131051 }] }],
    ['request_welcome', { type: 'request_welcome' }],
  ])('of an unknown kind is kept whole, with its type: %s', (type, message) => {
    const { content, extra } = readContent({ ...message, id: 'wamid.1', group: 1 }, 'blob');
    const { errors } = message as { errors?: object[] };
    expect(extra).toBeNull();
    expect(JSON.parse((content as { raw: string }).raw)).toEqual({
      type,
      ...(errors && { errors }),
      group: 1,
    });
  });

  it.each([
    ['numbers', 52.5, 52.5],
    ['texts', '52.5', 52.5],
  ])('is a location with the latitude %s', (_, latitude, expected) => {
    expect(read('location', { latitude, longitude: -13.25 })).toMatchObject({
      type: 'location',
      location: { latitude: expected, longitude: -13.25 },
    });
  });

  it.each([[{ toString: 'x' }], [''], [' '], [null], [[1]], [true], [91], ['north']])(
    'is kept as unsupported, not as a location, with the latitude %j',
    (latitude) => {
      expect(read('location', { latitude, longitude: 1 })).toMatchObject({ type: 'unsupported' });
    },
  );
});
