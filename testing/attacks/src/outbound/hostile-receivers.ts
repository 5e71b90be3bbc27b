import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Behaviour } from './loopback-canaries';

const MEBIBYTE = 1024 * 1024;
const ok = (lines: string) => `HTTP/1.1 200 OK\r\n${lines}\r\n`;

/** The hostile behaviour of a receiver, by the path that is called. */
export const behaviours: Readonly<Record<string, (socket: Socket, forbidden: string) => void>> = {
  '/redirect-301': redirect(301),
  '/redirect-302': redirect(302),
  '/redirect-303': redirect(303),
  '/redirect-307': redirect(307),
  '/redirect-308': redirect(308),
  '/redirect-300': redirect(300),
  '/refresh': (socket, forbidden) => socket.end(ok(`Refresh: 0; url=${forbidden}\r\nContent-Length: 0\r\n`)),
  '/alternative': (socket, forbidden) =>
    socket.end(
      ok(
        `Alt-Svc: h2="${new URL(forbidden).host}"\r\nContent-Location: ${forbidden}\r\nContent-Length: 0\r\n`,
      ),
    ),
  '/endless-body': (socket) =>
    flood(socket, ok('Transfer-Encoding: chunked\r\n'), `10000\r\n${'x'.repeat(65_536)}\r\n`),
  '/endless-pieces': (socket) =>
    flood(socket, ok('Transfer-Encoding: chunked\r\n'), '1\r\nx\r\n'.repeat(10_000)),
  '/endless-headers': (socket) => flood(socket, 'HTTP/1.1 200 OK\r\n', `x-${'x'.repeat(1_000)}: y\r\n`),
  '/endless-interim': (socket) => flood(socket, '', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'),
  '/endless-trailers': (socket) => flood(socket, ok('Transfer-Encoding: chunked\r\n') + '0\r\n', 'x: y\r\n'),
  '/long-length': (socket) => socket.end(ok('Content-Length: 99999999999999\r\n') + 'x'),
  '/short-length': (socket) => socket.end(ok('Content-Length: 1\r\n') + 'x'.repeat(100_000)),
  '/two-lengths': (socket) => socket.end(ok('Content-Length: 1\r\nContent-Length: 2\r\n') + 'xx'),
  '/gzip-bomb': (socket) => {
    const bomb = gzipSync(Buffer.alloc(20 * MEBIBYTE));
    socket.write(ok(`Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n`));
    socket.end(bomb);
  },
  '/no-http': (socket) => socket.end('SSH-2.0-x\r\n'),
  '/two-answers': (socket) => socket.end(ok('Content-Length: 0\r\n') + ok('Content-Length: 0\r\n')),
  '/silence': () => undefined,
};

/** `/fail` answers 500, unknown paths 200. @param forbidden the URL that redirects point to. */
export function behaveBy(forbidden: () => string): Behaviour {
  return (socket, path) => {
    const [name = ''] = path.split('?');
    if (Object.hasOwn(behaviours, name)) behaviours[name]!(socket, forbidden());
    else if (name === '/fail') fail(socket);
    else answerOnce(socket);
  };
}

/** Refuses, so that there is another attempt, on its own connection. */
function fail(socket: Socket): void {
  socket.end('HTTP/1.1 500 Failed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}

function answerOnce(socket: Socket): void {
  socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}

function redirect(status: number) {
  return (socket: Socket, forbidden: string) =>
    void socket.end(
      `HTTP/1.1 ${status} Elsewhere\r\nLocation: ${forbidden}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
}

/** Writes endlessly, as fast as the other side reads. */
function flood(socket: Socket, head: string, again: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(again));
  };
  socket.write(head);
  socket.on('drain', write);
  write();
}
