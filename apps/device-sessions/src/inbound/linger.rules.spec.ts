import type { Arrival } from '../engines/device-engine';
import { lingerMsAfter } from './linger.rules';

const message = { type: 'message' } as Arrival;
const receipt = { type: 'receipt' } as Arrival;

it.each([
  ['a message', [message], 0],
  ['messages', [message, message], 10],
  ['a message and its receipts', [message, receipt], 10],
  ['a receipt', [receipt], 25],
  ['receipts', [receipt, receipt], 25],
])('a session waits after %s', (_, arrivals, ms) => {
  expect(lingerMsAfter(arrivals)).toBe(ms);
});
