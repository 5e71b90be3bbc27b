import { Agent, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What came back, of whatever status. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

export interface HttpRequest {
  readonly method: string;
  /** As it goes out: nothing is normalised. */
  readonly path: string;
  /** Each name may come with several values, which go out one by one. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

/** Longer than the product takes for anything, the fetch of a silent file included. */
const TIMEOUT_MS = 50_000;

/** Sends requests whose path, headers and bytes are nobody's but the caller's. */
export class HttpTarget {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  /** The request that a connection carried last: what it left may be why the next one fails. */
  private readonly carried = new WeakMap<object, string>();

  constructor(readonly baseUrl: string) {}

  /** @throws Error when no answer came. */
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
    return {
      status: response.statusCode!,
      headers: headersOf(response.headersDistinct),
      bytes: await buffer(response),
    };
  }

  close(): void {
    this.agent.destroy();
  }
}

function headersOf(distinct: NodeJS.Dict<string[]>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(distinct))
    values?.forEach((value) => headers.append(name, value));
  return headers;
}
