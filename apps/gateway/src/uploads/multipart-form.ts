import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { IncomingHttpHeaders } from 'node:http';
import { BlobTooLargeError } from '@chat/blob-store';
import { Problems, uploadLimits, type Operation, type StoredFile } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { cleanFilename, describeWrongType, mediaTypeOf } from '@chat/media-files';
import type { TextValues } from '../edge/text-coercion.rules';
import type { Destination, UploadsService } from './uploads.service';

const MAX_FIELDS = 100;
const MAX_NAME_BYTES = 100;
const MAX_TEXT_BYTES = 1024 * 1024;

/** What a form holds, when all of it has arrived. */
export interface Form {
  texts: TextValues;
  files: Readonly<Record<string, StoredFile>>;
  /** What is wrong with its parts, to be told with what is wrong with the rest of the request. */
  problems: Problems;
}

interface Part {
  name: string;
  stream: BusboyFileStream;
  filename: string | undefined;
  mimeType: string | undefined;
}

/** Reads one `multipart/form-data` body: its files go into the store as they come, and its texts are collected. */
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
    /** Which parts are read and dropped, whatever they hold. */
    private readonly isIgnored: (name: string) => boolean = () => false,
  ) {}

  /**
   * @throws AppError `bad_request` for a form that is broken, `payload_too_large` for a file or texts beyond their
   * limits. What was stored of it is gone then.
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

  /** For a request that is refused before a service hears of its files. */
  async discard(): Promise<void> {
    const blobs = Object.values(this.files).map(({ blob }) => blob);
    if (blobs.length > 0) await this.uploads.discard(this.destination, blobs);
  }

  private async readParts(headers: IncomingHttpHeaders, body: Readable): Promise<void> {
    const parser = createParser(headers);
    const storing: Promise<void>[] = [];
    const streams: BusboyFileStream[] = [];
    const giveUp = (error: Error) => void parser.destroy(error);
    // An error that nobody listens for ends the process. The parser has more than one for a form that breaks off, and
    // the file it was at has one too, before anybody reads it.
    parser.on('error', ignore);
    parser.on('field', (name, text, nameTruncated, textTruncated) => {
      if (nameTruncated || textTruncated || !this.addText(name, text)) giveUp(tooLarge(MAX_TEXT_BYTES));
    });
    parser.on('file', (name, stream, filename, _, mimeType) => {
      stream.on('error', ignore);
      const stored = this.store({ name, stream, filename, mimeType });
      storing.push(stored);
      streams.push(stream);
      stored.catch(giveUp);
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit']) {
      parser.on(limit, () => giveUp(new AppError('bad_request', { message: tooManyParts })));
    }
    const failure = await feed(parser, body);
    // The parser would leave the file that it was at open for ever.
    if (failure) streams.forEach((stream) => stream.destroy(failure));
    const stored = await Promise.allSettled(storing);
    // A part that cannot be kept breaks off the form: its reason comes first.
    const refused = stored.find((end) => end.status === 'rejected');
    if (refused ?? failure) throw known(refused ? refused.reason : failure);
  }

  /** @returns false when the texts are too large together. */
  private addText(name: string, text: string): boolean {
    this.textBytes += Buffer.byteLength(text);
    const before = this.texts[name];
    this.texts[name] = before === undefined ? text : [before, text].flat();
    return this.textBytes <= MAX_TEXT_BYTES;
  }

  private async store({ name, stream, filename, mimeType }: Part): Promise<void> {
    const uploadClass = Object.hasOwn(this.upload, name) ? this.upload[name] : undefined;
    if (!uploadClass || this.seen.has(name)) {
      if (uploadClass) this.problems.add(name, `${name} is given more than once. Send one file.`);
      else if (!this.isIgnored(name)) this.problems.add(name, `${name} takes no file. Remove it.`);
      stream.resume();
      return;
    }
    this.seen.add(name);
    const { key, size, sha256, sniffedType } = await this.uploads.receive(
      this.destination,
      stream,
      uploadLimits[uploadClass],
    );
    const type = mediaTypeOf(uploadClass, mimeType, sniffedType);
    this.files[name] = {
      blob: key,
      filename: cleanFilename(filename),
      mime_type: type ?? '',
      size,
      sha256,
    };
    if (size === 0) this.problems.add(name, `${name} is empty. Send a file with content.`);
    else if (type === null) this.problems.add(name, describeWrongType(name, uploadClass, sniffedType));
  }
}

/** @throws AppError `bad_request` when the Content-Type names no boundary. */
function createParser(headers: IncomingHttpHeaders) {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type']! },
      // A part with a type of its own but no file name is a text all the same.
      isPartAFile: (_, __, filename) => filename !== undefined,
      limits: {
        fieldNameSize: MAX_NAME_BYTES,
        fieldSize: MAX_TEXT_BYTES,
        fields: MAX_FIELDS,
        files: MAX_FIELDS,
        parts: MAX_FIELDS,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch {
    throw broken();
  }
}

/** What went wrong is known from the end of the pipeline. */
function ignore(): void {}

/**
 * Gives the body to the parser. Unlike `pipeline` it leaves the body as it is when the parser gives up, and reads on:
 * the connection would wait for the rest for ever, and with it the requests that come behind.
 * @returns why the form broke off, or null.
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

const tooManyParts = `The form has more than ${MAX_FIELDS} parts. Send fewer.`;

const hungUp = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The parser's own errors are about the form; those of the store and the database are not. */
function known(error: unknown): unknown {
  const isOurs = error instanceof AppError || error instanceof BlobTooLargeError;
  const { message = '', code } = error as NodeJS.ErrnoException;
  const isOfForm = /multipart|boundary|part terminated|header/i.test(message) || hungUp.has(code ?? '');
  return !isOurs && isOfForm ? broken() : error;
}

function broken(): AppError {
  return new AppError('bad_request', {
    message:
      'The body is no complete multipart/form-data. Send it again with a boundary and all of its parts.',
  });
}

function tooLarge(maxBytes: number): AppError {
  const limit = `${Math.floor(maxBytes / 1024 / 1024)} MiB`;
  return new AppError('payload_too_large', {
    message: `A part of the form is larger than ${limit}. Send a smaller one.`,
  });
}
