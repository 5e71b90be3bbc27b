import { judgeCopies, judgeFiles } from './files.rules';

describe('judgeFiles', () => {
  const given = new Map([['file 1', 'aa']]);

  it.each([
    ['the bytes that were given', { label: 'file 1', where: 'the network', sha256: 'aa' }],
    ['a file of somebody else', { label: 'file 2', where: 'the network', sha256: 'bb' }],
  ])('accepts %s', (_, shown) => {
    expect(judgeFiles(given, [shown])).toEqual([]);
  });

  it.each([
    ['lost', 'a file that is not there', null],
    ['wrong', 'other bytes', 'bb'],
  ])('finds %s: %s', (kind, _, sha256) => {
    expect(judgeFiles(given, [{ label: 'file 1', where: 'our store', sha256 }])).toMatchObject([{ kind }]);
  });
});

describe('judgeCopies', () => {
  const copied = { chatMessageId: 'A', isAwaited: false, isLost: false };

  it.each([
    ['a file that was copied', copied],
    ['a file for which a job waits', { ...copied, chatMessageId: 'B', isAwaited: true }],
  ])('accepts %s', (_, copy) => {
    expect(judgeCopies([copy], new Set(['B']))).toEqual([]);
  });

  it.each([
    ['a file for which nobody waits', { ...copied, isAwaited: true }],
    ['a file that was given up', { ...copied, isLost: true }],
  ])('finds lost: %s', (_, copy) => {
    expect(judgeCopies([copy], new Set(['B']))).toMatchObject([{ kind: 'lost' }]);
  });
});
