import { releasesIn } from './releases.rules';

it('reads the releases of a table, in its order', () => {
  const [first, second] = ['1'.repeat(40), '2'.repeat(40)];
  const page = [
    '| release | commit | date |',
    '| ------- | ------ | ---- |',
    `| v0.9.1  | \`${first}\` | 2026-01-01 |`,
    `| v0.10.0 | \`${second}\` | 2026-02-01 |`,
  ].join('\n');
  expect(releasesIn(page)).toEqual([
    { name: 'v0.9.1', commit: first },
    { name: 'v0.10.0', commit: second },
  ]);
});
