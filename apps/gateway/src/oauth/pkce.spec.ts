import { fitsChallenge } from './pkce';

/** The example of RFC 7636, appendix B. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe('PKCE', () => {
  it('takes the verifier of the RFC for its challenge', () => {
    expect(fitsChallenge(verifier, challenge)).toBe(true);
  });

  it.each([
    ['another verifier', `${verifier.slice(0, -1)}l`],
    ['a shorter one', verifier.slice(0, 42)],
    ['a longer one', 'a'.repeat(129)],
    ['the challenge itself, as the method plain has it', challenge],
    ['characters that no verifier has', `${verifier.slice(0, -1)}+`],
    ['nothing', ''],
  ])('refuses %s', (_, given) => {
    expect(fitsChallenge(given, challenge)).toBe(false);
  });
});
