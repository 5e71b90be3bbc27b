import { toCsv } from './csv.rules';

describe('a table as CSV', () => {
  it.each([
    ['a word', 'word', 'word'],
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'a "b"', '"a ""b"""'],
    ['a line break', 'a\nb', '"a\nb"'],
    ['nothing', null, ''],
    ['a number', -5, '-5'],
  ])('contains %s', (_, value, cell) => {
    expect(toCsv([[value, 'x']])).toBe(`${cell},x\r\n`);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '=HYPERLINK("https://evil.test")'])(
    'contains %j as a text and not as a formula',
    (value) => {
      const [cell] = toCsv([[value]]).split('\r\n');
      expect(cell!.replace(/^"/, '')[0]).toBe("'");
    },
  );
});
