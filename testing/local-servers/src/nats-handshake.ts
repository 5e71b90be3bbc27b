import { connect } from 'node:net';

/**
 * Returns whether a NATS server with JetStream answers on this port and accepts this user, which also proves that it is
 * ours. The server sends its greeting once its streams are recovered.
 */
export function acceptsUser(port: number, user: string, pass: string): Promise<boolean> {
  return new Promise((done) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1', timeout: 5_000 });
    const finish = (accepted: boolean): void => {
      socket.destroy();
      done(accepted);
    };
    socket.once('data', (greeting) => {
      if (!/^INFO .*"jetstream":\s*true/.test(greeting.toString('utf8'))) return finish(false);
      socket.on('data', (answer) => {
        received += answer.toString('utf8');
        if (/^PONG/m.test(received)) finish(true);
        else if (/^-ERR/m.test(received)) finish(false);
      });
      socket.write(`CONNECT ${JSON.stringify({ user, pass, verbose: false })}\r\nPING\r\n`);
    });
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
    socket.once('timeout', () => finish(false));
  });
}
