import { SharedReads } from './shared-reads';

/** Creates reads that end only when the spec ends them. */
function heldReads() {
  const ends: { succeed: (result: number) => void; fail: (error: Error) => void }[] = [];
  const read = () => new Promise<number>((succeed, fail) => ends.push({ succeed, fail }));
  return { ends, read };
}

/** Lets pending continuations run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('shared reads', () => {
  it('start one read for all callers that asked during the previous one, whose result they do not get', async () => {
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

  it('start another read for a caller that asks after a queued read has started', async () => {
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

  it('report a failure only to the callers that shared the read', async () => {
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

  it('are not shared between keys', async () => {
    const reads = new SharedReads<number>();
    const { ends, read } = heldReads();
    const both = [reads.ask('a', read), reads.ask('b', read)];
    expect(ends).toHaveLength(2);
    ends.forEach((end, index) => end.succeed(index));
    expect(await Promise.all(both)).toEqual([0, 1]);
  });
});
