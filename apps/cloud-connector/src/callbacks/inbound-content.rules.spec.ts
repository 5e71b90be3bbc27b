import { readContent } from './inbound-content.rules';

const nested = (levels: number): object =>
  JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels)) as object;
const read = (type: string, content: unknown) =>
  readContent({ type, from: '15550100001', id: 'wamid.1', [type]: content }, 'blob').content;

describe('what somebody wrote', () => {
  it.each(['interactive', 'button', 'order', 'contacts', 'unsupported', 'unheard_of'])(
    'can be written as JSON again, however deep a message of type %s nests',
    (type) => {
      const deep = nested(200_000);
      expect(() => JSON.stringify(read(type, type === 'contacts' ? [deep] : deep))).not.toThrow();
    },
  );

  it.each([
    ['numbers', 52.5, 52.5],
    ['texts', '52.5', 52.5],
  ])('is a location by %s', (_, latitude, expected) => {
    expect(read('location', { latitude, longitude: -13.25 })).toMatchObject({
      type: 'location',
      location: { latitude: expected, longitude: -13.25 },
    });
  });

  it.each([[{ toString: 'x' }], [''], [' '], [null], [[1]], [true], [91], ['north']])(
    'is no location with the latitude %j, and kept as it came',
    (latitude) => {
      expect(read('location', { latitude, longitude: 1 })).toMatchObject({ type: 'unsupported' });
    },
  );

  it('is kept whole as deep as anything that people send', () => {
    const order = nested(20);
    expect(read('order', order)).toMatchObject({ order });
  });
});
