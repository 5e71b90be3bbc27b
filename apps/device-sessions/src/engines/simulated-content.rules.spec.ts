import { toContent } from './simulated-content.rules';

describe('what a message of the simulated network says', () => {
  it.each([
    ['a text', { text: 'Hi' }, { type: 'text', text: 'Hi' }],
    ['an empty text', { text: '' }, { type: 'text', text: '' }],
    [
      'another kind',
      { text: null, other: { type: 'poll', options: ['a'] } },
      { type: 'unsupported', raw: '{"type":"poll","options":["a"]}' },
    ],
    ['nothing at all', { text: null }, { type: 'unsupported', raw: 'null' }],
  ])('of %s is %j -> %j', (_, message, content) => {
    expect(toContent(message)).toEqual(content);
  });

  it('is no longer than a message may be, counted in code points', () => {
    const whole = '👋'.repeat(65_536);
    expect(toContent({ text: whole })).toEqual({ type: 'text', text: whole });
    expect(toContent({ text: `${whole}!` })).toEqual({ type: 'text', text: whole });
  });
});
