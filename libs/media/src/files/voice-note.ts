import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const REMUX_PROGRAM = join(__dirname, 'remux', 'program.cjs');
/** The exit code for a file that it refuses. */
const UNREADABLE = 3;
const MAX_LOG_CHARS = 2_000;

export interface RemuxLimits {
  /** The maximum size of the source, and of the Ogg file. */
  maxBytes: number;
  /** For the conversion, once the source has been read. An hour of speech takes about a second. */
  timeoutMs: number;
}

/** The file has no Opus audio, or none that can be read with reasonable effort. */
export class NoOpusError extends Error {
  override name = 'NoOpusError';
}

/** How many bytes of a file `isOggOpus` and `isWebm` need. */
export const SOUND_HEAD_BYTES = 64;

/** Whether a file is Opus in Ogg, by its first bytes: the first page has only the Opus header. */
export function isOggOpus(beginning: Uint8Array): boolean {
  const head = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength);
  return head.subarray(0, 4).equals(Buffer.from('OggS')) && head.includes('OpusHead');
}

/** Whether a file is WebM or another kind of Matroska, by its first bytes. */
export function isWebm(beginning: Uint8Array): boolean {
  return Buffer.from('1a45dfa3', 'hex').equals(beginning.subarray(0, 4));
}

/**
 * Remuxes the Opus audio of a WebM file into Ogg, packet by packet and without changes. It runs in a process of its own, with
 * limits for time and memory, since a file of a few megabytes can keep a demuxer busy for minutes. A thread would not do: V8 may
 * abort the whole process if a thread exceeds its memory.
 * @returns the Ogg file, once the whole WebM has been converted. Destroying it ends the process.
 * @throws NoOpusError, or the error of the source, which is destroyed in any case.
 */
export async function remuxToOgg(webm: Readable, { maxBytes, timeoutMs }: RemuxLimits): Promise<Readable> {
  const ogg = new PassThrough();
  // Without a listener, an error before the first read would end this process. The reader gets it as well.
  ogg.on('error', () => undefined);
  try {
    // The program needs no environment variables, and must not get the secrets in them.
    const program = spawn(process.execPath, [REMUX_PROGRAM, `${maxBytes}`, `${timeoutMs}`], {
      env: {},
      stdio: 'pipe',
    });
    endOf(program).then(
      () => ogg.end(),
      (error: Error) => ogg.destroy(error),
    );
    ogg.once('close', () => program.kill('SIGKILL'));
    program.stdout.pipe(ogg, { end: false });
    await Promise.all([pipeline(webm, program.stdin), once(ogg, 'readable')]);
    return ogg;
  } catch (error) {
    ogg.destroy();
    webm.destroy();
    throw error;
  }
}

/** Resolves when the program has succeeded and all of its output has been read. */
function endOf(program: ChildProcessWithoutNullStreams): Promise<void> {
  let log = '';
  return new Promise((resolve, reject) => {
    program.on('error', reject);
    program.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(0, MAX_LOG_CHARS);
    });
    program.once('close', (code, signal) => {
      if (code === 0) resolve();
      // V8 aborts a process whose heap cannot be kept within its limit.
      else if (code === UNREADABLE || signal === 'SIGABRT')
        reject(new NoOpusError('The sound cannot be read.'));
      else reject(new Error(`The conversion of a voice note ended with ${signal ?? `code ${code}`}. ${log}`));
    });
  });
}
