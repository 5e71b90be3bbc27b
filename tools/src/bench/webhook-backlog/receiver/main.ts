import { createServer } from 'node:http';
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

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response.end();
    note();
  });
});
server.listen(0, '127.0.0.1', () => {
  tell({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` });
});
process.on('message', (order: ReceiverOrder) => {
  received = 0;
  expected = order.expected;
});
process.once('disconnect', () => process.exit());
