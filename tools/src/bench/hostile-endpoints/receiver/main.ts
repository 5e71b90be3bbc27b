import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import * as net from 'node:net';
import type { Duplex } from 'node:stream';
import * as tls from 'node:tls';
import { behaviours, type Behaviour } from './behaviours';
import type { ReceiverOrder, ReceiverReady } from './order';

let hangUp = (): void => undefined;

/** Plays the receivers that the bench asks for, one at a time; a new one closes the connections of the previous one. */
process.on('message', ({ kind, cert, key }: ReceiverOrder) => {
  hangUp();
  void serve(behaviours[kind]!, { cert, key }).then((ready) => process.send?.(ready));
});
process.on('disconnect', () => process.exit());

async function serve(behaviour: Behaviour, certificate: tls.TlsOptions): Promise<ReceiverReady> {
  const { transport, scheme, answer, tlsOptions } = behaviour;
  const onConnection = (connection: Duplex) => {
    connection.on('error', () => undefined).once('data', () => answer(connection));
  };
  const server =
    transport === 'tls'
      ? tls.createServer({ ...certificate, ...tlsOptions }, onConnection)
      : net.createServer(onConnection);
  server.on('tlsClientError', () => undefined);
  const sockets = socketsOf(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  hangUp = () => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  };
  return { url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

function socketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  return sockets;
}
