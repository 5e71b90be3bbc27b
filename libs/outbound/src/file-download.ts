import { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { parseReach, type Reach, type ReachSettings } from './address.rules';
import { countInterimAnswers } from './exchange';
import { guardedConnect } from './guarded-connect';
import { headerOf } from './headers';
import { ANSWER_OVERHEAD_BYTES, HANDSHAKE_BYTES } from './outbound-client';
import { OutboundError, toOutboundError } from './outbound-error';
import { createResolver, type ResolveHost } from './resolve-host';
import { readUrl } from './url.rules';

export interface FileDownloadOptions extends ReachSettings {
  /** Timeout of a whole download in ms, including redirects, name lookups and the last byte. */
  timeoutMs: number;
  /** An upper bound of the size of wanted files. A download fails only somewhat above it. */
  maxBytes: number;
  /** Replaces DNS. */
  resolveHost?: ResolveHost;
  /** Certificate authorities in PEM, instead of those that Node.js knows. */
  ca?: string;
}

/** A file that a server has begun to send. */
export interface RemoteFile {
  /** The final URL, after redirects. */
  url: URL;
  contentType: string | undefined;
  /** As it came, with its bytes as Latin-1. */
  contentDisposition: string | undefined;
  /** As announced by the server. */
  contentLength: number | null;
  /** Fails with an OutboundError if the server does not complete it in time. */
  body: Readable;
}

/** The response is not the file. `message` is safe to show to the user who supplied the URL. */
export class NoFileError extends Error {
  override readonly name = 'NoFileError';
}

export interface FileDownloads {
  /**
   * Opens the URL of a file and follows up to three redirects, each of which must lead to a permitted address.
   * @param receive reads the file while it arrives.
   * @param withinMs a shorter timeout than usual.
   * @returns the result of `receive`.
   * @throws OutboundError, NoFileError, or an error thrown by `receive`.
   */
  download<T>(url: string, receive: (file: RemoteFile) => Promise<T>, withinMs?: number): Promise<T>;
  close(): Promise<void>;
}

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
/** The factor by which TLS records and chunks may enlarge a body that is sent in many small pieces. */
const FRAMING = 1.5;
/** How many pieces a body may arrive in, besides one for so many bytes: each costs time, however short it is. */
const MAX_PIECES = 5_000;
const BYTES_A_PIECE = 256;

/** Creates a client that streams files from user-supplied URLs, within the limits of `createOutboundClient`. */
export function createFileDownloads(options: FileDownloadOptions): FileDownloads {
  const { timeoutMs, maxBytes, ca } = options;
  const reach = parseReach(options);
  const resolveHost = options.resolveHost ?? createResolver(reach.allowed.length > 0);
  const limits = { handshake: HANDSHAKE_BYTES, exchange: maxBytes * FRAMING + ANSWER_OVERHEAD_BYTES };
  const agent = new Agent({
    connect: guardedConnect({ reach, resolveHost, timeoutMs, limits, ca }),
    maxHeaderSize: ANSWER_OVERHEAD_BYTES,
    // One timer bounds the whole download.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    async download(url, receive, withinMs = timeoutMs) {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(new OutboundError('timeout')), withinMs);
      try {
        const file = await open(agent, reach, url, controller.signal);
        return await receive(file).finally(() => file.body.destroy());
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => agent.close(),
  };
}

async function open(agent: Agent, reach: Reach, first: string, signal: AbortSignal): Promise<RemoteFile> {
  let next = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const { url, problem } = readUrl(next, reach);
    if (problem) throw new OutboundError('blocked', { message: problem.message });
    const response = await get(agent, url, signal);
    const target = redirectOf(response, url);
    if (target === null) return fileOf(response, url);
    letGoOf(response);
    next = target;
  }
  throw new NoFileError(`The server redirects more than ${MAX_REDIRECTS} times.`);
}

async function get(agent: Agent, url: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const answering = agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'GET',
    // The exact bytes are needed, so no compression. Many servers refuse requests without a user agent.
    headers: { 'accept-encoding': 'identity', accept: '*/*', 'user-agent': 'Chat-Files/1.0' },
    signal,
    onInfo: countInterimAnswers(),
  });
  try {
    // undici observes the signal only once it has a connection.
    return await Promise.race([answering, aborted(signal)]);
  } catch (error) {
    throw toOutboundError(error);
  }
}

/** Rejects with the signal's reason when it fires. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

/** Returns the target of a redirect, or null if the response is not one. */
function redirectOf({ statusCode, headers }: Dispatcher.ResponseData, from: URL): string | null {
  const location = headerOf(headers, 'location');
  if (!REDIRECTS.includes(statusCode) || location === undefined) return null;
  const target = encodeBytes(location);
  return URL.canParse(target, from.href) ? new URL(target, from.href).href : location;
}

/** Percent-encodes the bytes that are not ASCII, as browsers do: raw UTF-8 is in wide use, also in names of hosts. */
function encodeBytes(latin1: string): string {
  return latin1.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

function fileOf(response: Dispatcher.ResponseData, url: URL): RemoteFile {
  const { statusCode, headers, body } = response;
  const encoding = headerOf(headers, 'content-encoding') ?? 'identity';
  if (statusCode !== 200 || encoding.toLowerCase() !== 'identity') {
    letGoOf(response);
    throw new NoFileError(
      statusCode === 200
        ? 'The server compressed the file, though it was asked for it as it is.'
        : `The server answered with the status ${statusCode}.`,
    );
  }
  boundPieces(body);
  const length = Number(headerOf(headers, 'content-length') ?? NaN);
  const file = Readable.from(chunksOf(body), { objectMode: false });
  // A stream that was never read would otherwise leave the connection open.
  file.once('close', () => letGoOf(response));
  return {
    url,
    contentType: headerOf(headers, 'content-type'),
    contentDisposition: headerOf(headers, 'content-disposition'),
    contentLength: Number.isSafeInteger(length) ? length : null,
    body: file,
  };
}

/** Ends a body that arrives in too many pieces. They are counted where undici hands them over: readers get them joined. */
function boundPieces(body: Readable): void {
  const push = body.push.bind(body);
  let [pieces, bytes] = [0, 0];
  body.push = (piece: Buffer | null) => {
    if (piece === null) return push(null);
    pieces += 1;
    bytes += piece.length;
    if (pieces <= MAX_PIECES + bytes / BYTES_A_PIECE) return push(piece);
    setImmediate(() => body.destroy(new OutboundError('protocol')));
    return false;
  };
}

/** Converts failures of the server to OutboundErrors, to distinguish them from failures of the reader. */
async function* chunksOf(body: Dispatcher.ResponseData['body']): AsyncIterable<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    throw toOutboundError(error);
  }
}

function letGoOf({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy();
}
