import { problemsOfCtaUrl, problemsOfList } from './asset.rules';

const row = (id: string) => ({ id, title: 'A row' });
const rows = (count: number, from = 0) => Array.from({ length: count }, (_, index) => row(`${from + index}`));

describe('problemsOfCtaUrl', () => {
  it.each(['https://example.com/offer?id=1', 'http://example.com', 'HTTPS://example.com/ä'])(
    'takes %s',
    (url) => {
      expect(problemsOfCtaUrl({ url }).list).toEqual({});
    },
  );

  it.each(['example.com', 'ftp://example.com', 'javascript:alert(1)', 'https://', 'https://exa mple.com'])(
    'refuses %s',
    (url) => {
      expect(Object.keys(problemsOfCtaUrl({ url }).list)).toEqual(['url']);
    },
  );
});

describe('problemsOfList', () => {
  it.each([
    ['one section without a title', [{ rows: rows(10) }]],
    ['ids that differ in white space', [{ rows: [row('1'), row(' 1')] }]],
    [
      'several sections with titles',
      [
        { title: 'One', rows: rows(5) },
        { title: 'Two', rows: rows(5, 5) },
      ],
    ],
  ])('takes %s', (_, sections) => {
    expect(problemsOfList({ sections }).list).toEqual({});
  });

  it.each([
    ['no section', [], ['sections']],
    ['no row', [{ rows: [] }], ['sections']],
    [
      'eleven rows together',
      [
        { title: 'One', rows: rows(6) },
        { title: 'Two', rows: rows(5, 6) },
      ],
      ['sections'],
    ],
    ['two rows of one id', [{ rows: [row('1'), row('1')] }], ['sections']],
    ['two rows of one id as they are stored', [{ rows: [row('1'), row('1\0')] }], ['sections']],
    [
      'a section of several without a title',
      [{ title: 'One', rows: rows(1) }, { rows: rows(1, 1) }],
      ['sections.1.title'],
    ],
    [
      'an empty section',
      [
        { title: 'One', rows: rows(1) },
        { title: 'Two', rows: [] },
      ],
      ['sections.1.rows'],
    ],
  ])('refuses %s', (_, sections, members) => {
    expect(Object.keys(problemsOfList({ sections }).list)).toEqual(members);
  });
});
