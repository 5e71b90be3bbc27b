import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { WebSocket, WebSocketServer } from 'ws';
import { isTrusted } from './caller.rules';
import { Refusal } from '../refusal';

const REFUSAL = 'Call the sandbox by its own address on loopback, and from no page but its own.';

/**
 * Refuses pages of other origins and foreign names for this machine, and accepts only JSON bodies, which a form cannot
 * send.
 */
export function guardRequests(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', (request, _, done) => {
    done(isFromHere(request.raw, app) ? undefined : new Refusal(403, REFUSAL));
  });
}

/** Opens the WebSocket at this path, behind the same rule. Engines are not pages, so they send no origin. */
export function guardWebSocket(
  app: FastifyInstance,
  sockets: WebSocketServer,
  path: string,
  accept: (socket: WebSocket) => void,
): void {
  app.server.on('upgrade', (request, socket, head: Buffer) => {
    if (!isFromHere(request, app)) return socket.end(refusalOf('403 Forbidden'));
    if (request.url !== path) return socket.end(refusalOf('404 Not Found'));
    sockets.handleUpgrade(request, socket, head, accept);
  });
}

function isFromHere({ headers, headersDistinct }: IncomingMessage, app: FastifyInstance): boolean {
  const { port } = app.server.address() as AddressInfo;
  return isTrusted({ hosts: headersDistinct['host'] ?? [], origin: headers.origin }, port);
}

function refusalOf(status: string): string {
  return `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
}
