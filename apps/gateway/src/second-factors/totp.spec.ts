import { codeAt, stepAt, stepOfCode, toBase32 } from './totp';

/** The secret of the vectors of RFC 4226 and RFC 6238. */
const secret = Buffer.from('12345678901234567890');

describe('codes of an authenticator app', () => {
  // RFC 4226, Appendix D.
  it.each([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])('are those of RFC 4226: %s', (code) => {
    expect(Array.from({ length: 10 }, (_, step) => codeAt(secret, step))).toContain(code);
  });

  // RFC 6238, Appendix B, for SHA-1: the last six of eight digits.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of RFC 6238 at %d', (seconds, code) => {
    expect(codeAt(secret, stepAt(seconds * 1_000))).toBe(code.slice(-6));
  });

  it('count for half a minute before and after theirs, and no longer', () => {
    const now = 1_234_567_890_000;
    const step = stepAt(now);
    const found = [-2, -1, 0, 1, 2].map((steps) => stepOfCode(secret, codeAt(secret, step + steps), now));
    expect(found).toEqual([null, step - 1, step, step + 1, null]);
    expect(stepOfCode(secret, '', now)).toBeNull();
  });

  // RFC 4648, 10.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('have their secret written as RFC 4648 says: %j', (text, written) => {
    expect(toBase32(Buffer.from(text))).toBe(written);
  });
});
