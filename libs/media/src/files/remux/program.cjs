/**
 * A program that reads a WebM file from standard input and writes its Opus sound to standard output, as Ogg. It writes
 * nothing before the whole file has been converted, so its first byte means success.
 *
 * Small files can be made that take a demuxer minutes or gigabytes. So the work is done by a thread that can be ended at
 * any instruction, and this one watches over it.
 *
 * Plain JavaScript, since specs run it from the sources, which Node 20 does not compile.
 */
const { join } = require('node:path');
const { Worker } = require('node:worker_threads');

/** The exit code for files without Opus that can be read within the limits; `voice-note.ts` expects it. */
const UNREADABLE = 3;
/** V8's heap. Honest files of any length need less than half of it. */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 };
/** Node, the file, its Ogg and a full heap. Arrays of bytes lie outside the heap, where V8 does not limit them. */
const MAX_RSS_BYTES = 200 * 1024 * 1024;
const WATCH_MS = 10;

/** Of the WebM as of the Ogg; and for the conversion, once the WebM has been read. */
const [maxBytes, timeoutMs] = process.argv.slice(2).map(Number);

function refuse() {
  process.exit(UNREADABLE);
}

/** Copies each chunk at once: to collect them first would take the memory of two more files. */
async function readWebm() {
  const bytes = new Uint8Array(maxBytes);
  let size = 0;
  for await (const chunk of process.stdin) {
    if (size + chunk.length <= maxBytes) bytes.set(chunk, size);
    size += chunk.length;
  }
  // Only now, since the writer would otherwise see a broken pipe instead of the exit code.
  if (size > maxBytes) refuse();
  return bytes.subarray(0, size);
}

async function main() {
  const webm = await readWebm();
  const worker = new Worker(join(__dirname, 'worker.cjs'), {
    workerData: webm,
    transferList: [webm.buffer],
    resourceLimits: HEAP_LIMITS,
  });
  setTimeout(refuse, timeoutMs).unref();
  setInterval(() => process.memoryUsage.rss() > MAX_RSS_BYTES && refuse(), WATCH_MS).unref();

  const pages = [];
  let oggBytes = 0;
  worker.on('message', (page) => {
    pages.push(page);
    oggBytes += page.length;
    if (oggBytes > maxBytes) refuse();
  });
  worker.on('error', (error) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse();
    throw error;
  });
  worker.on('exit', (code) => {
    if (code !== 0) refuse();
    for (const page of pages) process.stdout.write(page);
  });
}

void main();
