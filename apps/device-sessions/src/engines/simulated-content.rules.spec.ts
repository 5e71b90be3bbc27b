import { toContent, toTime } from './simulated-content.rules';

describe('the content of a message from the simulated network', () => {
  it.each([
    ['a text', { text: 'Hi' }, { type: 'text', text: 'Hi' }],
    ['an empty text', { text: '' }, { type: 'text', text: '' }],
    [
      'another kind',
      { text: null, other: { type: 'poll', options: ['a'] } },
      { type: 'unsupported', raw: '{"type":"poll","options":["a"]}' },
    ],
    ['nothing at all', { text: null }, { type: 'unsupported', raw: 'null' }],
  ])('with %s is converted: %j -> %j', (_, message, content) => {
    expect(toContent(message)).toEqual(content);
  });
});

describe('a time from the network', () => {
  const now = new Date('2026-01-31T10:20:30.000Z');

  it.each([
    ['2026-01-31T10:20:29.000Z', now.getTime() - 1_000],
    ['2026-01-31T10:20:30.000Z', now.getTime() + 1],
    ['2026-01-31T10:20:30.000Z', Number.MAX_SAFE_INTEGER],
    ['1970-01-01T00:00:00.000Z', 0],
    ['1970-01-01T00:00:00.000Z', -1],
    ['1970-01-01T00:00:00.000Z', Number.MIN_SAFE_INTEGER],
  ])('is %s for %i ms', (time, milliseconds) => {
    expect(toTime(milliseconds, now)).toEqual(new Date(time));
  });
});
