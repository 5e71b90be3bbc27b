/** The thread of `program.cjs` that converts: `workerData` is the WebM, and each message is the next piece of the Ogg. */
const { parentPort, workerData } = require('node:worker_threads');
const {
  BufferSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MATROSKA,
  OggOutputFormat,
  Output,
  StreamTarget,
  WEBM,
} = require('mediabunny');

async function remux() {
  const input = new Input({ formats: [WEBM, MATROSKA], source: new BufferSource(workerData) });
  const track = await input.getPrimaryAudioTrack();
  if (track?.codec !== 'opus') throw new Error('The file holds no Opus.');
  const output = new Output({
    format: new OggOutputFormat(),
    target: new StreamTarget(new WritableStream({ write: ({ data }) => parentPort.postMessage(data) })),
  });
  const sound = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(sound);
  await output.start();
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  const packets = new EncodedPacketSink(track);
  const first = await packets.getFirstPacket();
  if (!first) throw new Error('There is no sound in it.');
  // Its `packets()` reads ahead, which takes quadratic time for a reader that never waits for anything.
  for (let packet = first; packet; packet = await packets.getNextPacket(packet)) {
    await sound.add(packet, decoderConfig && { decoderConfig });
  }
  await output.finalize();
}

// Unlike an error of Node, such as a package that is missing, this is the file's fault.
remux().catch(() => process.exit(1));
