import { toUnsupported } from './unsupported.rules';

const nothing = { type: null, code: null, title: null, details: null, payload: null };

describe('a message of an unknown kind', () => {
  it('is described in the words of the network', () => {
    const payload = {
      type: 'poll',
      errors: [
        { code: 131051, title: 'Message type unknown', error_data: { details: 'Not supported.' } },
        { code: 1 },
      ],
    };
    expect(toUnsupported(JSON.stringify(payload))).toEqual({
      type: 'poll',
      code: '131051',
      title: 'Message type unknown',
      details: 'Not supported.',
      payload,
    });
  });

  it('is described without the members that it lacks', () => {
    const payload = { type: 'hologram', hologram: { size: 3 } };
    expect(toUnsupported(JSON.stringify(payload))).toEqual({ ...nothing, type: 'hologram', payload });
  });

  it.each([
    ['no JSON', 'poll'],
    ['a list', '[1]'],
    ['more than 16 KiB', JSON.stringify({ type: 'poll', body: 'x'.repeat(16_384) })],
  ])('has no payload if it is %s', (_, raw) => {
    expect(toUnsupported(raw)).toEqual(nothing);
  });

  it('has no payload if it nests too deep for other programs', () => {
    const deep = `{"type":"poll","a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    expect(toUnsupported(deep)).toEqual({ ...nothing, type: 'poll' });
    const brackets = { type: 'poll', text: '\\"[[[['.repeat(40) };
    expect(toUnsupported(JSON.stringify(brackets)).payload).toEqual(brackets);
  });

  it.each([[null], [1], [[1]], [{ code: {}, title: 3, error_data: 'x' }]])(
    'is described although its errors are %j',
    (error) => {
      expect(toUnsupported(JSON.stringify({ type: 'poll', errors: [error] }))).toMatchObject({
        type: 'poll',
        code: null,
        details: null,
      });
    },
  );
});
