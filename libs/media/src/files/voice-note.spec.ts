import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { blockBomb, clusterBomb, cueBomb, prefixBomb } from './testing/hostile-webm';
import { opusPackets, packetsOf, soundFile } from './testing/sounds';
import { isOggOpus, isWebm, NoOpusError, remuxToOgg, SOUND_HEAD_BYTES } from './voice-note';

const MEBIBYTE = 1024 * 1024;
const LIMITS = { maxBytes: 16 * MEBIBYTE, timeoutMs: 10_000 };

const streamOf = (bytes: Buffer) => Readable.from([bytes]);

/** The longest delay of timers during the conversion. */
async function longestPause(work: Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(look, 5);
  await work;
  clearInterval(timer);
  look();
  return longest;
}

describe('remuxToOgg', () => {
  it('puts Opus from WebM into Ogg and changes no packet of it', async () => {
    const packets = opusPackets(2_000);
    const ogg = await buffer(await remuxToOgg(streamOf(await soundFile('webm', packets)), LIMITS));
    expect(isOggOpus(ogg.subarray(0, SOUND_HEAD_BYTES))).toBe(true);
    expect(await packetsOf(ogg)).toEqual(packets);
  });

  it('hands over a large file only as fast as it is read', async () => {
    const ogg = await remuxToOgg(streamOf(await soundFile('webm', opusPackets(3_000, 1_275))), LIMITS);
    let bytes = 0;
    for await (const piece of ogg as AsyncIterable<Buffer>) {
      bytes += piece.length;
      expect(ogg.readableLength).toBeLessThan(256 * 1024);
    }
    expect(bytes).toBeGreaterThan(3 * 1024 * 1024);
  });

  it('ends its process when its reader leaves', async () => {
    const ogg = await remuxToOgg(streamOf(await soundFile('webm', opusPackets(3_000, 1_275))), LIMITS);
    expect(process.getActiveResourcesInfo()).toContain('ProcessWrap');
    ogg.destroy();
    while (process.getActiveResourcesInfo().includes('ProcessWrap')) await delay(5);
  });

  it('passes the error of its source on', async () => {
    const broken = new Readable({ read: () => broken.destroy(new Error('The store is gone.')) });
    await expect(remuxToOgg(broken, LIMITS)).rejects.toThrow('The store is gone.');
  });

  it.each([
    ['a WebM that is too large', blockBomb(100_001)],
    ['a WebM whose Ogg would be too large', prefixBomb(1_000)],
  ])('refuses %s', async (_, bytes) => {
    const webm = streamOf(bytes);
    await expect(remuxToOgg(webm, { ...LIMITS, maxBytes: 100_000 })).rejects.toThrow(NoOpusError);
    expect(webm.destroyed).toBe(true);
  });

  it.each([
    ['a file that is none', Buffer.from('not a sound at all')],
    ['an empty file', Buffer.alloc(0)],
    ['a WebM that ends in its head', Buffer.from('1a45dfa3', 'hex')],
  ])('refuses %s', async (_, bytes) => {
    await expect(remuxToOgg(streamOf(bytes), LIMITS)).rejects.toThrow(NoOpusError);
  });

  // Each exceeds another limit: heap, other memory, or time.
  it.each([
    ['too many blocks', blockBomb(15 * MEBIBYTE)],
    ['packets that grow a millionfold', prefixBomb(4 * MEBIBYTE)],
    ['too many cue points', cueBomb(3 * MEBIBYTE)],
    ['too many clusters', clusterBomb(15 * MEBIBYTE)],
  ])('refuses %s, and the event loop keeps turning', async (_, bytes) => {
    const remux = remuxToOgg(streamOf(bytes), { ...LIMITS, timeoutMs: 1_000 });
    const refusal = expect(remux).rejects.toThrow(NoOpusError);
    expect(await longestPause(refusal)).toBeLessThan(2_500);
  });

  it.each([
    ['a few cue points', cueBomb(100), 1],
    ['a few blocks in a cluster', blockBomb(100), 14],
    ['a few clusters', clusterBomb(100), 3],
    ['packets that grow a little', prefixBomb(10), 3_000],
  ])('accepts %s', async (_, bytes, packets) => {
    const ogg = await buffer(await remuxToOgg(streamOf(bytes), LIMITS));
    expect(await packetsOf(ogg)).toHaveLength(packets);
  });
});

describe('isOggOpus and isWebm', () => {
  it('know their files by the first bytes, and nothing else', async () => {
    const ogg = await soundFile('ogg', opusPackets(3));
    const webm = await soundFile('webm', opusPackets(3));
    const vorbis = Buffer.from(ogg);
    vorbis.write('VorbHead', vorbis.indexOf('OpusHead'));
    const heads = [ogg, webm, vorbis, Buffer.alloc(0)].map((file) => file.subarray(0, SOUND_HEAD_BYTES));
    expect(heads.map(isOggOpus)).toEqual([true, false, false, false]);
    expect(heads.map(isWebm)).toEqual([false, true, false, false]);
  });
});
