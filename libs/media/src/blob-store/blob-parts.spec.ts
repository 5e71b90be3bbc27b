import { Readable } from 'node:stream';
import { ByteBudget } from '@chat/flow';
import { BLOCK_BYTES, PART_BYTES, partsOf } from './blob-parts';
import { WriteMemory } from './write-memory';

const MIB = 1024 * 1024;
const ACCOUNT = 7;

describe('the parts of a blob', () => {
  let budget: ByteBudget;
  const parts = (source: Readable) => partsOf(source, new WriteMemory(budget, ACCOUNT));
  const source = (bytes: Buffer, pieceBytes: number) =>
    Readable.from(
      (function* () {
        for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
      })(),
    );

  beforeEach(() => (budget = new ByteBudget(128 * MIB)));

  it.each<[string, number, number, number[]]>([
    ['no bytes', 0, 1, [0]],
    ['one byte', 1, 1, [1]],
    ['a block and a byte in small pieces', BLOCK_BYTES + 1, 100, [BLOCK_BYTES + 1]],
    ['exactly one part', PART_BYTES, 100_000, [PART_BYTES]],
    ['a part and a byte', PART_BYTES + 1, 100_000, [PART_BYTES, 1]],
    ['parts in one piece', 12 * MIB, 12 * MIB, [PART_BYTES, PART_BYTES, 2 * MIB]],
  ])('of %s have these sizes, and only the last one is the last', async (_, size, pieceBytes, sizes) => {
    const bytes = Buffer.alloc(size, 'content ');
    const found = [];
    for await (const part of parts(source(bytes, pieceBytes))) found.push(part);
    expect(found.map((part) => part.bytes.length)).toEqual(sizes);
    expect(found.map(({ isLast }) => isLast)).toEqual(sizes.map((_, index) => index === sizes.length - 1));
    expect(Buffer.concat(found.map((part) => part.bytes)).equals(bytes)).toBe(true);
    for (const part of found) part.release();
    expect(budget.takenBy(ACCOUNT)).toBe(0);
  });

  it('take memory for what has arrived, not for what may come', async () => {
    const stalled = new Readable({ read: () => undefined });
    const next = parts(stalled).next();
    stalled.push(Buffer.alloc(100));
    await new Promise(setImmediate);
    expect(budget.takenBy(ACCOUNT)).toBe(BLOCK_BYTES);
    stalled.push(Buffer.alloc(BLOCK_BYTES));
    await new Promise(setImmediate);
    expect(budget.takenBy(ACCOUNT)).toBe(2 * BLOCK_BYTES);
    stalled.push(null);
    expect((await next).value).toMatchObject({ isLast: true });
  });

  it('do not keep the memory of the pieces that they came in', async () => {
    const piece = Buffer.alloc(MIB).subarray(0, 1);
    for await (const { bytes } of parts(source(piece, 1))) expect(bytes.buffer).not.toBe(piece.buffer);
  });
});
