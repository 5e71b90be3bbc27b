import { linesOf } from './lines.rules';

describe('the lines of a text', () => {
  it.each([
    [
      'https://a.example/\r\n\n https://b.example/ \nhttps://a.example/',
      ['https://a.example/', 'https://b.example/'],
    ],
    ['1 minute redirect', ['1 minute redirect']],
    [' \n', []],
  ])('of %j are %j', (text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });
});
