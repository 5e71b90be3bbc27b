import { buffer } from 'node:stream/consumers';
import { opusPackets, packetsOf, soundFile } from './testing/sounds';
import { isOggOpus, NoOpusError, OGG_HEAD_BYTES, remuxToOgg, type RandomAccessFile } from './voice-note';

function fileOf(bytes: Buffer): RandomAccessFile & { largestRead: number } {
  const file = {
    size: bytes.length,
    largestRead: 0,
    read: (start: number, end: number) => {
      file.largestRead = Math.max(file.largestRead, end - start);
      return Promise.resolve(bytes.subarray(start, end));
    },
  };
  return file;
}

describe('remuxToOgg', () => {
  it('puts Opus from WebM into Ogg and changes no packet of it', async () => {
    const packets = opusPackets(2_000);
    const ogg = await buffer(await remuxToOgg(fileOf(await soundFile('webm', packets))));
    expect(isOggOpus(ogg.subarray(0, OGG_HEAD_BYTES))).toBe(true);
    expect(await packetsOf(ogg)).toEqual(packets);
  });

  it('never reads a large file as a whole, and leaves no listeners behind', async () => {
    const file = fileOf(await soundFile('webm', opusPackets(3_000, 1_275)));
    expect(file.size).toBeGreaterThan(3 * 1024 * 1024);
    const ogg = await remuxToOgg(file);
    let [bytes, listeners] = [0, 0];
    for await (const piece of ogg as AsyncIterable<Buffer>) {
      bytes += piece.length;
      listeners = Math.max(listeners, ogg.listenerCount('close'));
    }
    expect(bytes).toBeGreaterThan(3 * 1024 * 1024);
    expect(listeners).toBeLessThan(10);
    expect(file.largestRead).toBeLessThan(file.size / 2);
  });

  it.each([
    ['a file that is none', Buffer.from('not a sound at all')],
    ['an empty file', Buffer.alloc(0)],
    ['a WebM that ends in its head', Buffer.from('1a45dfa3', 'hex')],
  ])('refuses %s', async (_, bytes) => {
    await expect(remuxToOgg(fileOf(bytes))).rejects.toThrow(NoOpusError);
  });
});

describe('isOggOpus', () => {
  it('knows Opus in Ogg by its first bytes, and nothing else', async () => {
    const ogg = await soundFile('ogg', opusPackets(3));
    const webm = await soundFile('webm', opusPackets(3));
    const vorbis = Buffer.from(ogg);
    vorbis.write('VorbHead', vorbis.indexOf('OpusHead'));
    const heads = [ogg, webm, vorbis, Buffer.alloc(0)].map((file) => file.subarray(0, OGG_HEAD_BYTES));
    expect(heads.map(isOggOpus)).toEqual([true, false, false, false]);
  });
});
