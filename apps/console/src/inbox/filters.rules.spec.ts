import { readInboxFilters } from './filters.rules';

describe('the filters of the inbox in an address', () => {
  it.each([
    [{}, {}],
    [
      { q: 'ada', unread: true, channel: 7 },
      { q: 'ada', unread: true, channel: 7 },
    ],
    [
      { q: 4155, unread: 'true', channel: '7' },
      { q: '4155', unread: true, channel: 7 },
    ],
    [{ q: ' ', unread: 'false', channel: '-1' }, {}],
    [{ q: ['x'], unread: 1, channel: { a: 1 }, other: 'x' }, {}],
    [{ q: 'x'.repeat(200) }, { q: 'x'.repeat(100) }],
  ])('of %j are %j', (search, filters) => {
    expect(readInboxFilters(search)).toEqual(filters);
  });
});
