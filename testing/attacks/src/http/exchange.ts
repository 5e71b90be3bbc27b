import { Agent, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An answer with any status. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

export interface HttpRequest {
  readonly method: string;
  /** Sent as given, without normalization. */
  readonly path: string;
  /** A name with several values is sent several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

/** Longer than the product takes for anything, including the fetch from a silent file server. */
const TIMEOUT_MS = 50_000;

/** A connection that was idle for longer is not used again: shortly before the product closes it, requests would be lost. */
const IDLE_MS = 30_000;

/** Sends requests with exactly the given path, headers and bytes. */
export class HttpTarget {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: IDLE_MS });
  /** The previous request on each connection, whose leftovers may explain why the next one fails. */
  private readonly carried = new WeakMap<object, string>();

  /** @param localAddress the address that requests come from, on loopback; the usual one if absent. */
  constructor(
    readonly baseUrl: string,
    private readonly localAddress?: string,
  ) {}

  /** @throws Error when there is no answer. */
  async send({ method, path, headers = {}, body }: HttpRequest): Promise<HttpAnswer> {
    const { hostname, port } = new URL(this.baseUrl);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      const outgoing = httpRequest(
        {
          hostname,
          port,
          method,
          path,
          agent: this.agent,
          ...(this.localAddress && { localAddress: this.localAddress }),
          headers: { ...length, ...(headers as Record<string, string | string[]>) },
          signal: AbortSignal.timeout(TIMEOUT_MS),
        },
        resolve,
      );
      let before: string | undefined;
      outgoing.on('socket', (socket) => {
        before = this.carried.get(socket);
        this.carried.set(socket, `${method} ${path} with ${Buffer.byteLength(body ?? '')} bytes`);
      });
      outgoing.on('error', ({ message }) =>
        reject(
          new Error(`No answer came: ${message}. The connection had carried ${before ?? 'nothing'} before.`),
        ),
      );
      outgoing.end(body);
    });
    const headersOfAnswer = headersOf(response.headersDistinct);
    return { status: response.statusCode!, headers: headersOfAnswer, bytes: await bytesOf(response) };
  }

  close(): void {
    this.agent.destroy();
  }
}

/** A stream of events never ends: nothing of it is read. */
async function bytesOf(response: import('node:http').IncomingMessage): Promise<Buffer> {
  if (!response.headers['content-type']?.startsWith('text/event-stream')) return buffer(response);
  response.on('error', () => undefined);
  response.destroy();
  return Buffer.alloc(0);
}

function headersOf(distinct: NodeJS.Dict<string[]>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(distinct))
    values?.forEach((value) => headers.append(name, value));
  return headers;
}
