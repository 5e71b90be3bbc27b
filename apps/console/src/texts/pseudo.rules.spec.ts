import { pseudoOf, toPseudo } from './pseudo.rules';

describe('the pseudo-language', () => {
  it('is longer than English by two fifths, and bracketed, so that a cut text shows', () => {
    expect(toPseudo('Save changes')).toBe('[Sávé çháñgés~~~~~]');
  });

  it('translates what functions return, and leaves other values as they are', () => {
    const texts = pseudoOf({ a: 'no', b: { c: (name: string) => `to ${name}` }, d: 3 });
    expect([texts.a, texts.b.c('Ada'), texts.d]).toEqual(['[ñó~]', '[tó Ádá~~~]', 3]);
  });
});
