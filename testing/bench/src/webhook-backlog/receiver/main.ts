import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ReceiverMessage, ReceiverOrder } from './receiver';

let received = 0;
let expected = Infinity;
let firstAt = 0;

const tell = (message: ReceiverMessage) => process.send?.(message);

function note(): void {
  received += 1;
  if (received === 1) firstAt = performance.now();
  if (received === expected) tell({ elapsedMs: performance.now() - firstAt });
}

const answer: RequestListener = (request, response) => {
  request.resume().once('end', () => {
    response.end();
    note();
  });
};
const { RECEIVER_CERT: cert, RECEIVER_KEY: key } = process.env;
const server = cert ? createHttpsServer({ cert, key }, answer) : createHttpServer(answer);
server.listen(0, '127.0.0.1', () => {
  tell({ url: `${cert ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/hook` });
});
process.on('message', (order: ReceiverOrder) => {
  received = 0;
  expected = order.expected;
});
process.once('disconnect', () => process.exit());
