import { markedParts } from './marks.rules';

describe('a text on a phone', () => {
  it.each([
    ['Hello', ['plain:Hello']],
    ['', []],
    ['*123456* is your code.', ['bold:123456', 'plain: is your code.']],
    ['_so_ and ~not~ and ```this```', ['italic:so', 'plain: and ', 'struck:not', 'plain: and ', 'mono:this']],
    ['2*3*4, a * b * c, snake_case_name', ['plain:2*3*4, a * b * c, snake_case_name']],
    ['*not\nover lines*', ['plain:*not\nover lines*']],
  ])('is shown in the parts that it marks: %j', (text, parts) => {
    expect(markedParts(text).map(({ text: shown, mark }) => `${mark}:${shown}`)).toEqual(parts);
  });
});
