import { randomBytes } from 'node:crypto';
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  OGG,
  OggOutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

const FRAME_S = 0.02;
const RATE = 48_000;

/** The header of Opus: version, channels, pre-skip, rate, gain, mapping. */
const opusHead = Buffer.from('4f707573486561640101380180bb0000000000', 'hex');

/** Sounds for specs: packets of 20 ms that look like Opus until they are decoded. */
export function opusPackets(count: number, bytes = 61): Buffer[] {
  // The first byte means CELT, 20 ms, one frame.
  return Array.from({ length: count }, () => Buffer.concat([Buffer.from([0xf8]), randomBytes(bytes - 1)]));
}

/** The packets in a container, as browsers (WebM) and phones (Ogg) record them. */
export async function soundFile(container: 'webm' | 'ogg', packets: Buffer[]): Promise<Buffer> {
  const target = new BufferTarget();
  const format = container === 'webm' ? new WebMOutputFormat() : new OggOutputFormat();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: RATE, description: opusHead };
  for (const [index, bytes] of packets.entries()) {
    await source.add(new EncodedPacket(bytes, 'key', index * FRAME_S, FRAME_S), { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
}

/** The packets of a file. */
export async function packetsOf(file: Buffer): Promise<Buffer[]> {
  const input = new Input({ formats: [OGG, WEBM], source: new BufferSource(file) });
  const track = await input.getPrimaryAudioTrack();
  const found: Buffer[] = [];
  for await (const { data } of new EncodedPacketSink(track!).packets()) found.push(Buffer.from(data));
  return found;
}
