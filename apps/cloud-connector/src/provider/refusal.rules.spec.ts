import { toRefusal } from './refusal.rules';

describe('a refusal of the provider', () => {
  it('truncates long texts without splitting a character', () => {
    const details = '😀'.repeat(1_000);
    const { provider, errors } = toRefusal({
      code: 131009,
      subcode: null,
      message: '(#131009)',
      details,
    }).details;
    for (const words of [provider!.message, errors!.message![0]!]) {
      expect([...words]).toHaveLength(500);
      expect(words).toMatch(/^[^\p{Surrogate}]*$/u);
    }
  });
});
