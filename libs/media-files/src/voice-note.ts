import { PassThrough, type Readable } from 'node:stream';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as Mediabunny from 'mediabunny';

/** The type of voice notes, as phones write it. */
export const VOICE_NOTE_TYPE = 'audio/ogg; codecs=opus';

/** Packets of 20 ms that are copied before everything else gets its turn. */
const PACKETS_A_TURN = 256;

/** A file that can be read at any place. */
export interface RandomAccessFile {
  readonly size: number;
  /** The bytes from `start` to before `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** The file holds no sound in Opus, or none that can be read. */
export class NoOpusError extends Error {
  override name = 'NoOpusError';
}

/** How many bytes of a file `isOggOpus` needs. */
export const OGG_HEAD_BYTES = 64;

/** Whether a file is Opus in Ogg, by its first bytes: its first page has the header of Opus alone. */
export function isOggOpus(beginning: Uint8Array): boolean {
  const head = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength);
  return head.subarray(0, 4).equals(Buffer.from('OggS')) && head.includes('OpusHead');
}

/**
 * Puts the Opus sound of a WebM file into Ogg, packet by packet: nothing of the sound changes. Reads and writes as the
 * reader takes it, in bounded memory.
 * @returns the Ogg file; it fails when the WebM breaks off.
 * @throws NoOpusError
 */
export async function remuxToOgg(file: RandomAccessFile): Promise<Readable> {
  // A megabyte of source, which only those need who send such voice notes.
  const library = await import('mediabunny');
  const track = await openOpusTrack(library, file);
  const ogg = new PassThrough();
  copy(library, track, ogg).then(
    () => ogg.end(),
    (error: unknown) => ogg.destroy(new NoOpusError('The sound cannot be read.', { cause: error })),
  );
  return ogg;
}

async function openOpusTrack(
  { Input, StreamSource, WEBM, MATROSKA }: typeof Mediabunny,
  file: RandomAccessFile,
): Promise<Mediabunny.InputAudioTrack> {
  try {
    const input = new Input({
      formats: [WEBM, MATROSKA],
      source: new StreamSource({
        getSize: () => file.size,
        read: (start, end) => file.read(start, end),
        maxCacheSize: 1024 * 1024,
      }),
    });
    const track = await input.getPrimaryAudioTrack();
    if (track?.codec === 'opus') return track;
  } catch (error) {
    throw new NoOpusError('The file cannot be read.', { cause: error });
  }
  throw new NoOpusError('The file holds no Opus.');
}

async function copy(
  { Output, OggOutputFormat, StreamTarget, EncodedAudioPacketSource, EncodedPacketSink }: typeof Mediabunny,
  track: Mediabunny.InputAudioTrack,
  ogg: PassThrough,
): Promise<void> {
  const write = async ({ data }: { data: Uint8Array }) => {
    if (ogg.destroyed) throw new Error('Nobody reads the file any more.');
    if (!ogg.write(data)) await drainedOrClosed(ogg);
  };
  const output = new Output({
    format: new OggOutputFormat(),
    target: new StreamTarget(new WritableStream({ write })),
  });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  let count = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    await source.add(packet, decoderConfig && { decoderConfig });
    count += 1;
    if (count % PACKETS_A_TURN === 0) await nextTurn();
  }
  if (count === 0) throw new Error('There is no sound in it.');
  await output.finalize();
}

async function drainedOrClosed(stream: PassThrough): Promise<void> {
  const either = new AbortController();
  const { signal } = either;
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]);
  // Otherwise every wait would leave the listeners of the other event behind.
  either.abort();
}
