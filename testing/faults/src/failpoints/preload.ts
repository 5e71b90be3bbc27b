/**
 * The fault tests load this file before an app (`node --require`). It hooks failpoints into the libraries of the app,
 * and follows the orders of the supervisor. The product does not contain any of it (ADR 26).
 */
import { hookClock, shiftClock } from './clock';
import type { Order } from './failpoint';
import { hookHttp } from './http-hook';
import { hookNats } from './nats-hook';
import { hookPostgres } from './postgres-hook';
import { arm, disarm } from './reach';
import { hookWebSocket } from './websocket-hook';

if (process.env['NODE_ENV'] === 'production') throw new Error('Failpoints are for tests.');

hookClock();
hookPostgres();
hookNats();
hookWebSocket();
hookHttp();

process.on('message', obey);
// The channel alone must not keep the process running.
process.channel?.unref();

function obey(order: Order): void {
  switch (order.do) {
    case 'arm':
      return arm(order);
    case 'disarm':
      return disarm();
    case 'shift-clock':
      return shiftClock(order.byMs);
  }
}
