import { readContent } from './inbound-content.rules';

const nested = (levels: number): object =>
  JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels)) as object;
const read = (type: string, content: unknown) =>
  readContent({ type, from: '15550100001', id: 'wamid.1', [type]: content }, 'blob').content;

describe('inbound content', () => {
  it.each(['interactive', 'button', 'order', 'contacts', 'unsupported', 'unheard_of'])(
    'can be serialized as JSON, however deep a message of type %s nests',
    (type) => {
      const deep = nested(200_000);
      expect(() => JSON.stringify(read(type, type === 'contacts' ? [deep] : deep))).not.toThrow();
    },
  );

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

  it('is kept whole at any depth that real messages have', () => {
    const order = nested(20);
    expect(read('order', order)).toMatchObject({ order });
  });
});
