import { toReported } from './inbound-content.rules';

const media = { source: 's', mime_type: 'image/png', filename: null, size: 1, sha256: 'a', ptt: false };

describe('the content of a message, as it is reported', () => {
  it('is truncated to the maximum length of a message, counted in code points', () => {
    const whole = '👋'.repeat(65_536);
    expect(toReported({ type: 'text', text: whole }, null)).toEqual({ type: 'text', text: whole });
    expect(toReported({ type: 'text', text: `${whole}!` }, null)).toEqual({ type: 'text', text: whole });
    expect(toReported({ type: 'image', text: `${whole}!`, media }, 'blob')).toMatchObject({ text: whole });
  });

  it('names where the bytes are going to be', () => {
    expect(toReported({ type: 'image', text: null, media }, 'blob')).toMatchObject({
      text: null,
      media: { blob: 'blob', awaited: true },
    });
  });

  it('is no more than its kind if it is larger than the bus takes', () => {
    const contacts = Array.from({ length: 100_000 }, () => ({ name: { formatted_name: 'Ana' } }));
    const raw = JSON.stringify({ type: 'contacts', too_large: true });
    expect(toReported({ type: 'contacts', contacts }, null)).toEqual({ type: 'unsupported', raw });
  });

  it('names the message that one reacts to by an id that can be looked up', () => {
    const reaction = { message_id: `a\0${'b'.repeat(500)}`, emoji: '👋' };
    expect(toReported({ type: 'reaction', reaction }, null)).toEqual({
      type: 'reaction',
      reaction: { message_id: `a${'b'.repeat(199)}`, emoji: '👋' },
    });
  });
});
