import { isUtf8 } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { IncomingHttpHeaders } from 'node:http';
import { BlobTooLargeError, cleanFilename, judgeFile } from '@chat/media';
import { Problems, sizeInWords, uploadLimits, type Operation, type StoredFile } from '@chat/contracts';
import { AppError } from '@chat/errors';
import type { TextValues } from '../texts/text-coercion.rules';
import type { Destination, UploadsService } from './uploads.service';

const MAX_PARTS = 100;
const MAX_TEXT_BYTES = 1024 * 1024;

/** The content of a form that has been received completely. */
export interface Form {
  texts: TextValues;
  files: Readonly<Record<string, StoredFile>>;
  /** Problems with its parts, reported together with those of the rest of the request. */
  problems: Problems;
}

interface Part {
  name: string | undefined;
  stream: BusboyFileStream;
  filename: string | undefined;
  mimeType: string | undefined;
}

/** Reads one `multipart/form-data` body: files are streamed into the store, and texts are collected. */
export class MultipartForm {
  private readonly texts: Record<string, string | string[]> = Object.create(null) as Record<string, string>;
  private readonly files: Record<string, StoredFile> = {};
  private readonly problems = new Problems();
  private readonly seen = new Set<string>();
  private textBytes = 0;

  constructor(
    private readonly upload: NonNullable<Operation['upload']>,
    private readonly uploads: UploadsService,
    private readonly destination: Destination,
    /** Which parts are read and dropped, whatever they contain. */
    private readonly isIgnored: (name: string) => boolean = () => false,
  ) {}

  /**
   * Reads the form.
   * @throws AppError `bad_request` for a malformed form, `payload_too_large` for a file or texts beyond their limits.
   * Anything stored by then is deleted.
   */
  async read(headers: IncomingHttpHeaders, body: Readable): Promise<Form> {
    try {
      await this.readParts(headers, body);
      return { texts: this.texts, files: this.files, problems: this.problems };
    } catch (error) {
      await this.discard();
      throw error instanceof BlobTooLargeError ? tooLarge(error.maxBytes) : error;
    }
  }

  /** For a request that is refused before a service has seen its files. */
  async discard(): Promise<void> {
    const blobs = this.blobs();
    if (blobs.length > 0) await this.uploads.discard(this.destination, blobs);
  }

  /** For a request that a service has refused: it is asked soon, not after an hour, which files it keeps nevertheless. */
  async expire(): Promise<void> {
    await this.uploads.expire(this.destination, this.blobs());
  }

  private blobs(): string[] {
    return Object.values(this.files).map(({ blob }) => blob);
  }

  private async readParts(headers: IncomingHttpHeaders, body: Readable): Promise<void> {
    const parser = createParser(headers);
    const keeping: Promise<void>[] = [];
    const streams: BusboyFileStream[] = [];
    const giveUp = (error: Error) => void parser.destroy(error);
    // An `error` event without a listener would end the process. For a truncated form the parser emits several, and so
    // does its current file, even before anything reads it.
    parser.on('error', ignore);
    parser.on('file', (name: string | undefined, stream, filename, _, mimeType) => {
      stream.on('error', ignore);
      const kept = this.keep({ name, stream, filename, mimeType });
      keeping.push(kept);
      streams.push(stream);
      kept.catch(giveUp);
    });
    for (const limit of ['partsLimit', 'filesLimit']) {
      parser.on(limit, () => giveUp(badForm(`The form has more than ${MAX_PARTS} parts. Send fewer.`)));
    }
    const failure = await feed(parser, body);
    // Otherwise the parser would never close its current file.
    if (failure) streams.forEach((stream) => stream.destroy(failure));
    const kept = await Promise.allSettled(keeping);
    // A part that cannot be stored ends the form: its error takes precedence.
    const refused = kept.find((end) => end.status === 'rejected');
    if (refused ?? failure) throw known(refused ? refused.reason : failure);
  }

  private async keep({ name, ...part }: Part): Promise<void> {
    if (name === undefined) throw badForm('A part of the form has no name. Give each part one.');
    await (part.filename === undefined ? this.readText(name, part.stream) : this.store(name, part));
  }

  private async readText(name: string, stream: Readable): Promise<void> {
    // The bytes of a file without a filename are not text. Such a part is refused for that, whatever its bytes are.
    const text = Object.hasOwn(this.upload, name) ? stream.resume() && '' : await this.decode(stream);
    const before = this.texts[name];
    this.texts[name] = before === undefined ? text : [before, text].flat();
  }

  /** The parser itself would replace bytes that are not UTF-8. */
  private async decode(stream: Readable): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      this.textBytes += chunk.length;
      if (this.textBytes > MAX_TEXT_BYTES) throw tooLarge(MAX_TEXT_BYTES);
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    if (!isUtf8(bytes)) throw badForm('A text field of the form is not UTF-8. Encode it as UTF-8.');
    return bytes.toString();
  }

  private async store(name: string, { stream, filename, mimeType }: Omit<Part, 'name'>): Promise<void> {
    const uploadClass = Object.hasOwn(this.upload, name) ? this.upload[name] : undefined;
    if (!uploadClass || this.seen.has(name)) {
      if (uploadClass) this.problems.add(name, `${name} is given more than once. Send one file.`);
      else if (!this.isIgnored(name)) this.problems.add(name, `${name} cannot be a file. Remove it.`);
      stream.resume();
      return;
    }
    this.seen.add(name);
    const received = await this.uploads.receive(this.destination, stream, uploadLimits[uploadClass]);
    const { key, size, sha256, sniffedType } = received;
    // A part without a Content-Type is text/plain (RFC 7578, 4.4); the parser does not distinguish it from a part that
    // declares it.
    const declared = mimeType === 'text/plain' && sniffedType !== null ? undefined : mimeType;
    const shownName = cleanFilename(filename);
    const given = { member: name, uploadClass, declared, filename: shownName };
    const { type, problem } = judgeFile(given, received);
    this.files[name] = {
      blob: key,
      filename: shownName,
      mime_type: type ?? '',
      size,
      sha256,
    };
    if (problem !== null) this.problems.add(name, problem);
  }
}

/** @throws AppError `bad_request` if the Content-Type names no boundary. */
function createParser(headers: IncomingHttpHeaders) {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type']! },
      // Texts are also read from their bytes here.
      isPartAFile: () => true,
      limits: {
        files: MAX_PARTS,
        parts: MAX_PARTS,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch {
    throw broken();
  }
}

/** The error is reported at the end of the pipeline. */
function ignore(): void {}

/**
 * Pipes the body into the parser. Unlike `pipeline`, it does not destroy the body when the parser fails, but reads on:
 * otherwise the connection, and any requests pipelined on it, would wait forever for the rest.
 * @returns the error that ended the form, or null.
 */
async function feed(parser: Writable, body: Readable): Promise<Error | null> {
  body.once('error', (error) => void parser.destroy(error));
  body.pipe(parser);
  const failure = await finished(parser).then(
    () => null,
    (error: Error) => error,
  );
  body.unpipe(parser);
  body.resume();
  return failure;
}

const hungUp = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The parser's own errors concern the form; errors of the store and the database do not. */
function known(error: unknown): unknown {
  const isOurs = error instanceof AppError || error instanceof BlobTooLargeError;
  const { message = '', code } = error as NodeJS.ErrnoException;
  const isOfForm = /multipart|boundary|part terminated|header/i.test(message) || hungUp.has(code ?? '');
  return !isOurs && isOfForm ? broken() : error;
}

function broken(): AppError {
  return badForm(
    'The body is not complete multipart/form-data. Send it again with a boundary and all of its parts.',
  );
}

function badForm(message: string): AppError {
  return new AppError('bad_request', { message });
}

function tooLarge(maxBytes: number): AppError {
  const limit = sizeInWords(maxBytes);
  return new AppError('payload_too_large', {
    message: `A part of the form is larger than ${limit}. Send a smaller one.`,
  });
}
