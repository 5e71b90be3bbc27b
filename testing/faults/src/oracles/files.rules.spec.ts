import { judgeCopies, judgeFiles } from './files.rules';

describe('judgeFiles', () => {
  const given = new Map([['file 1', 'aa']]);

  it.each([
    ['the given bytes', { label: 'file 1', where: 'the network', sha256: 'aa' }],
    ['an unknown file', { label: 'file 2', where: 'the network', sha256: 'bb' }],
  ])('accepts %s', (_, shown) => {
    expect(judgeFiles(given, [shown])).toEqual([]);
  });

  it.each([
    ['lost', 'a missing file', null],
    ['wrong', 'other bytes', 'bb'],
  ])('reports %s: %s', (kind, _, sha256) => {
    expect(judgeFiles(given, [{ label: 'file 1', where: 'our store', sha256 }])).toMatchObject([{ kind }]);
  });
});

describe('judgeCopies', () => {
  const copied = { chatMessageId: 'A', isAwaited: false, isLost: false };

  it.each([
    ['a copied file', copied],
    ['a file with a pending job', { ...copied, chatMessageId: 'B', isAwaited: true }],
  ])('accepts %s', (_, copy) => {
    expect(judgeCopies([copy], new Set(['B']))).toEqual([]);
  });

  it.each([
    ['a pending file without a job', { ...copied, isAwaited: true }],
    ['a file that was given up', { ...copied, isLost: true }],
  ])('reports as lost: %s', (_, copy) => {
    expect(judgeCopies([copy], new Set(['B']))).toMatchObject([{ kind: 'lost' }]);
  });
});
