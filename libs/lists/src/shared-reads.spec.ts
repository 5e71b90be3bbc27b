import { SharedReads } from './shared-reads';

/** Reads that end when the spec says so. */
function heldReads() {
  const ends: { succeed: (result: number) => void; fail: (error: Error) => void }[] = [];
  const read = () => new Promise<number>((succeed, fail) => ends.push({ succeed, fail }));
  return { ends, read };
}

/** Lets what became ready go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('shared reads', () => {
  it('begins one read for all who asked while the one before ran, and none of them gets that one', async () => {
    const reads = new SharedReads<number>();
    const { ends, read } = heldReads();
    const first = reads.ask('a', read);
    const later = [reads.ask('a', read), reads.ask('a', read)];
    expect(ends).toHaveLength(1);

    ends[0]!.succeed(1);
    expect(await first).toBe(1);
    await settled();
    expect(ends).toHaveLength(2);
    ends[1]!.succeed(2);
    expect(await Promise.all(later)).toEqual([2, 2]);
  });

  it('reads again for who asks after a read has begun, however long it waited', async () => {
    const reads = new SharedReads<number>();
    const { ends, read } = heldReads();
    const asked = [reads.ask('a', read), reads.ask('a', read)];
    ends[0]!.succeed(1);
    await settled();
    asked.push(reads.ask('a', read));
    ends[1]!.succeed(2);
    await settled();
    ends[2]!.succeed(3);
    expect(await Promise.all(asked)).toEqual([1, 2, 3]);
  });

  it('lets a failure reach those who shared the read, and nobody else', async () => {
    const reads = new SharedReads<number>();
    const { ends, read } = heldReads();
    const first = reads.ask('a', read);
    const second = reads.ask('a', read);
    const failed = expect(first).rejects.toThrow('the first');
    ends[0]!.fail(new Error('the first'));
    await failed;
    await settled();
    ends[1]!.succeed(2);
    expect(await second).toBe(2);
  });

  it('shares nothing between keys', async () => {
    const reads = new SharedReads<number>();
    const { ends, read } = heldReads();
    const both = [reads.ask('a', read), reads.ask('b', read)];
    expect(ends).toHaveLength(2);
    ends.forEach((end, index) => end.succeed(index));
    expect(await Promise.all(both)).toEqual([0, 1]);
  });
});
