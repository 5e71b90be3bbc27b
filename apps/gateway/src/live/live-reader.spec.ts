import type { BufferedEvent } from './event-buffer';
import { LiveReader, type EndOfStream } from './live-reader';

const at = (sequence: number, atMs = 1_000 + sequence) => ({ sequence, atMs });

function event(sequence: number, size = 10, family: 'message' | 'device' = 'message'): BufferedEvent {
  const bytes = Buffer.alloc(size, 'x');
  return {
    id: `e${sequence}`,
    accountId: 1,
    place: at(sequence),
    audience: { family },
    messageIds: [],
    bytes,
  };
}

function readerAt(place: { sequence: number; atMs: number }, scopes: string[] = ['messages:read']) {
  const ends: EndOfStream[] = [];
  const credential = { type: 'api_key' as const, id: 'ck', scopes };
  const reader = new LiveReader(
    {
      accountId: 1,
      credential,
      confirm: () => Promise.resolve({ ...credential, scopes: ['devices:read'] }),
      frameOf: ({ id, bytes }) => Buffer.from(`event: ${id} ${bytes.toString()}\n\n`),
      cursorAt: ({ sequence }) => `c${sequence}`,
    },
    place,
    (reason) => ends.push(reason),
  );
  let text = '';
  const read = () => {
    for (let chunk: Buffer | null; (chunk = reader.frames.read() as Buffer | null);) text += chunk.toString();
    return text.match(/event: \w+|^id: \w+$/gm);
  };
  return { reader, read, ends };
}

describe('the reader of a stream', () => {
  it('is greeted with its place, and gets what it missed before what happens', () => {
    const { reader, read } = readerAt(at(3));
    reader.begin(at(9), [event(4), event(7)]);
    reader.offer(event(10));
    expect(read()).toEqual(['id: c3', 'event: hello', 'event: e4', 'event: e7', 'event: e10']);
  });

  it('skips what came with its place already, which its gateway reads later', () => {
    const { reader, read } = readerAt(at(12));
    reader.begin(at(9), []);
    for (const sequence of [10, 12, 13]) reader.offer(event(sequence));
    expect(read()).toEqual(['id: c12', 'event: hello', 'event: e13']);
  });

  it('is reset when its place belonged to an end that the stream has lost', () => {
    const { reader, read } = readerAt(at(12, 100));
    reader.begin(at(9), []);
    reader.offer(event(10));
    reader.offer(event(11));
    expect(read()).toEqual(['id: c12', 'event: hello', 'id: c10', 'event: reset', 'event: e11']);
  });

  it('gets only what its scopes show, and its place goes on', async () => {
    const { reader, read } = readerAt(at(3));
    reader.begin(at(3), []);
    reader.offer(event(4, 10, 'device'));
    reader.beat(at(5));
    await reader.confirm();
    reader.offer(event(6));
    reader.offer(event(7, 10, 'device'));
    expect(read()).toEqual(['id: c3', 'event: hello', 'id: c5', 'event: e7']);
  });

  it('does not get what waited when it was reset or ended', () => {
    const { reader, read, ends } = readerAt(at(3));
    reader.begin(at(3), undefined);
    read();
    for (let sequence = 4; sequence < 10; sequence += 1) reader.offer(event(sequence, 20_000));
    reader.reset(at(10));
    expect(read()!.slice(2)).toEqual(['event: e4', 'id: c10', 'event: reset']);
    for (let sequence = 11; sequence < 20; sequence += 1) reader.offer(event(sequence, 20_000));
    reader.end('credential');
    expect(read()!.slice(5)).toEqual(['event: e11']);
    expect(ends).toEqual([]);
  });

  it('is closed when more than a mebibyte waits for it', async () => {
    const { reader, ends } = readerAt(at(3));
    reader.begin(at(3), undefined);
    for (let sequence = 4; sequence < 14; sequence += 1) reader.offer(event(sequence, 100_000));
    expect(reader.frames.destroyed).toBe(false);
    reader.offer(event(15, 100_000));
    reader.offer(event(16, 100_000));
    await new Promise(setImmediate);
    expect([reader.frames.destroyed, ends]).toEqual([true, ['slow']]);
  });

  it('reads what it missed at its own pace, however much that is', () => {
    const { reader, read } = readerAt(at(3));
    const missed = Array.from({ length: 40 }, (_, index) => event(4 + index, 100_000));
    reader.begin(at(50), missed);
    reader.offer(event(60));
    expect(reader.frames.destroyed).toBe(false);
    expect(read()).toHaveLength(2 + 40 + 1);
  });

  it('is behind what happened before it began to read', () => {
    const { reader } = readerAt(at(3));
    reader.begin(at(3), undefined);
    expect([reader.isBehind(Date.now() - 120_000, 60_000), reader.isBehind(Date.now(), 60_000)]).toEqual([
      false,
      true,
    ]);
    const { reader: resumed } = readerAt(at(3));
    resumed.begin(at(3), []);
    expect(resumed.isBehind(Date.now() - 120_000, 60_000)).toBe(true);
  });
});
