import { formatTable } from './table.rules';

it('aligns names to the left and figures to the right', () => {
  expect(
    formatTable(
      ['what', 'req/s'],
      [
        ['ping', '12,000'],
        ['a longer name', '7'],
        ['nothing known', ''],
      ],
    ),
  ).toBe(
    [
      'what            req/s', //
      'ping           12,000',
      'a longer name       7',
      'nothing known',
    ].join('\n'),
  );
});
