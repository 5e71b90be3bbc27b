import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify';
import type { AppError } from '@chat/errors';
import { codesOf } from '@chat/telemetry';

/** The methods of public resources. Load balancers and link checkers use HEAD, which is GET without the body. */
export const readMethods: HTTPMethods[] = ['GET', 'HEAD'];

/** A failure in the format of a surface. */
export interface Failure {
  /** The status of the error's code unless the surface has another. */
  readonly status?: number;
  readonly contentType: string;
  /** Further headers of the surface's responses, such as the policies of its pages; they cannot make failures cacheable. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The part of an HTTP API that owns the paths under one prefix: its routes, its parsers and its format of failures. */
export interface Surface {
  /** As in `/v1`; empty for the surface that owns all other paths. */
  readonly prefix: string;
  readonly formatFailure: (error: AppError, requestId: string) => Failure;
  /** Adds parsers, hooks and routes to an instance of their own, with paths below the prefix. */
  readonly addRoutes: (app: FastifyInstance) => void;
}

/** The surface that owns the path of a URL, of which one has the empty prefix. */
export function surfaceOf<S extends Pick<Surface, 'prefix'>>(surfaces: readonly S[], url: string): S {
  const owners = surfaces.filter(
    ({ prefix }) => url.startsWith(prefix) && ['', '/', '?'].includes(url.charAt(prefix.length)),
  );
  return owners.reduce(
    (longest, surface) => (surface.prefix.length > longest.prefix.length ? surface : longest),
    surfaces.find(({ prefix }) => prefix === '')!,
  );
}

/** Answers a failure in the format of the surface. */
export function sendFailure(reply: FastifyReply, surface: Surface, error: AppError): FastifyReply {
  const { id, named } = reply.request;
  reply.request.named = { ...named, ...codesOf(error.toBody()) };
  reply.request.faults = Object.keys(error.details.errors ?? {});
  const failure = surface.formatFailure(error, id);
  // Fastify hangs up on a body it did not read; Node reads on, so that the client gets to read the answer. A header that is
  // removed would not be sent at all.
  if (reply.hasHeader('connection'))
    reply.header('connection', reply.raw.shouldKeepAlive ? 'keep-alive' : 'close');
  return reply
    .code(failure.status ?? error.status)
    .headers(failureHeaders(error, id, failure))
    .send(failure.body);
}

/** A complete HTTP response, for a connection whose request could not be parsed and which is then closed. */
export function rawFailure(surface: Surface, error: AppError, requestId: string): Buffer {
  const failure = surface.formatFailure(error, requestId);
  const { status = error.status, body } = failure;
  const headers = {
    ...failureHeaders(error, requestId, failure),
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`HTTP/1.1 ${status} \r\n${lines.join('')}\r\n${body}`);
}

function failureHeaders({ details }: AppError, requestId: string, { contentType, headers }: Failure) {
  return {
    ...headers,
    'content-type': contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...(details.retry_after !== undefined && { 'retry-after': details.retry_after }),
  };
}
