import { knownCodes, classifyError } from '../provider/error-table.rules';
import { numberTroubles } from './number-trouble.rules';

describe('what is wrong with a number', () => {
  it.each(Object.entries(numberTroubles))(
    '%s is said in words for a number, with what to do',
    (_, trouble) => {
      expect(trouble.sentence).toMatch(/\b(Renew|Register|Connect|See)\b.*\.$/);
      expect(trouble.sentence).not.toMatch(/phone|QR|link/i);
    },
  );

  it.each([
    ['token_invalid', [190, 0], true],
    ['number_removed', [33, 803], true],
    ['account_restricted', [368, 131031], true],
    ['number_not_registered', [131045, 133010], true],
    ['permission_missing', [10, 3, 131005, 200, 299], false],
  ] as const)('%s by the codes %j disconnects it: %s', (trouble, codes, disconnects) => {
    for (const code of codes) expect(classifyError({ code }).trouble).toBe(trouble);
    expect(numberTroubles[trouble].disconnects).toBe(disconnects);
  });

  it('is an expired token by the code 190 with the subcode 463', () => {
    expect(classifyError({ code: 190, subcode: 463 })).toMatchObject({
      code: 'provider_error',
      reason: 'token_expired',
      trouble: 'token_expired',
    });
    expect(numberTroubles.token_expired.disconnects).toBe(true);
  });

  it('is no more than these codes say', () => {
    const troubling = knownCodes.filter((code) => classifyError({ code }).trouble);
    expect(troubling.sort((a, b) => a - b)).toEqual([
      0, 3, 10, 33, 190, 368, 803, 131005, 131031, 131045, 133010,
    ]);
  });
});
