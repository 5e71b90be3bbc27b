import { fingerprint } from './fingerprint';

describe('fingerprint', () => {
  it.each([
    ['the order of members', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    ['members that are undefined', { a: 1 }, { a: 1, b: undefined }],
  ])('does not depend on %s', (_, one, other) => {
    expect(fingerprint(one).equals(fingerprint(other))).toBe(true);
  });

  it.each([
    ['a value', { a: 1 }, { a: 2 }],
    ['its type', { a: 1 }, { a: '1' }],
    ['null and absence', { a: null }, {}],
    ['the order of a list', { a: [1, 2] }, { a: [2, 1] }],
    ['where a value stands', { a: { b: 1 }, c: 2 }, { a: { b: 1, c: 2 } }],
    ['an object and a list of its pairs', { a: { b: 1 } }, { a: ['object', ['b', 1]] }],
    ['a name and a value', { ab: 'c' }, { a: 'bc' }],
  ])('distinguishes %s', (_, one, other) => {
    expect(fingerprint(one).equals(fingerprint(other))).toBe(false);
  });
});
