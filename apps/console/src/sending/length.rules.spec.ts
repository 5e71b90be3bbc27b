import { excessOf } from './length.rules';

describe('a text', () => {
  it.each([
    ['of 4096 characters', 'a'.repeat(4_096), false, 'cloud', null],
    ['of 4097 characters', 'a'.repeat(4_097), false, 'device', { length: 4_097, limit: 4_096 }],
    ['of characters beyond 16 bits', '👍'.repeat(4_096), false, 'cloud', null],
    [
      "as a caption on the provider's cloud",
      '👍'.repeat(1_025),
      true,
      'cloud',
      { length: 1_025, limit: 1_024 },
    ],
    ['as the longest caption there', '👍'.repeat(1_024), true, 'cloud', null],
    ['as a caption on a phone', 'a'.repeat(4_096), true, 'device', null],
  ] as const)('%s', (_, text, isCaption, channelKind, excess) => {
    expect(excessOf(text, { isCaption, channelKind })).toEqual(excess);
  });
});
