import { typedNumber } from './number.rules';

describe('a number that is typed', () => {
  it.each([
    ['+49', '49'],
    ['(0151) 123-45.678', '015112345678'],
    ['0151-ABC', '0151ABC'],
    ['abc', 'abc'],
  ])('%s is sent as %s', (typed, sent) => {
    expect(typedNumber(typed)).toBe(sent);
  });
});
