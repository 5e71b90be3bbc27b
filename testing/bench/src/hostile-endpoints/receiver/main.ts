import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import * as net from 'node:net';
import type { Duplex } from 'node:stream';
import * as tls from 'node:tls';
import { behaviours, type Behaviour } from './behaviours';
import type { ReceiverOrder, ReceiverReady } from './order';

interface Playing {
  url: string;
  hangUp: () => void;
}

let playing: Playing[] = [];

/** Plays the receivers that the bench asks for; new ones close the connections of the previous ones. */
process.on('message', ({ kinds, cert, key }: ReceiverOrder) => {
  playing.forEach(({ hangUp }) => hangUp());
  void Promise.all(kinds.map((kind) => serve(behaviours[kind]!, { cert, key }))).then((all) => {
    playing = all;
    const ready: ReceiverReady = { urls: all.map(({ url }) => url) };
    process.send?.(ready);
  });
});
process.on('disconnect', () => process.exit());

async function serve(behaviour: Behaviour, certificate: tls.TlsOptions): Promise<Playing> {
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
  const hangUp = () => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  };
  return { url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`, hangUp };
}

function socketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  return sockets;
}
