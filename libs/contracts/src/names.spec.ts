import { visibleName } from './names';

describe('visibleName', () => {
  it.each([
    ['an override', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['embeddings', '\u202aA\u202b\u202cB\u202d', 'AB'],
    ['isolates', '\u2066A\u2067B\u2068C\u2069', 'ABC'],
    ['marks of direction', '\u200fדנה\u200e \u061cعلي', 'דנה علي'],
    ['zero-width spaces and joiners of words', 'A\u200bd\u2060a\ufeff', 'Ada'],
    ['invisible operators and deprecated controls', 'A\u2061\u2064\u206a\u206f', 'A'],
    ['soft hyphens', 'Ad\u00ada', 'Ada'],
    ['fillers', '\u3164\u115f\u1160\uffa0', ''],
    ['tags', 'Ada\u{e0041}\u{e0064}\u{e007f}\u{e0001}', 'Ada'],
    ['annotations', '\ufff9A\ufffab\ufffb', 'Ab'],
    ['control characters', 'A\u0007d\u001b[31ma\u007f\u0085', 'Ad[31ma'],
    ['white space around', ' \u200b Ada \u202e ', 'Ada'],
  ])('loses %s', (_, name, shown) => {
    expect(visibleName(name)).toBe(shown);
  });

  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क\u094d\u200dष'],
    ['families', '👨\u200d👩\u200d👧'],
    ['emoji presentation', 'Ada ❤\ufe0f'],
    ['skin tones', '👍🏽'],
    ['variants of Japanese names', '葛\u{e0100}城'],
    ['vowel signs and accents', 'Zoe\u0308 שָׁלוֹם'],
    ['Arabic number signs, which show', '\u0600\u0661'],
    ['white space within', 'Ada\tKing\nLovelace'],
    ['right-to-left names', 'فروشگاه Acme'],
  ])('keeps %s', (_, name) => {
    expect(visibleName(name)).toBe(name);
  });
});
