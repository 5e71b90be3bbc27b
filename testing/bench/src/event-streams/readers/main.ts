import { Agent, get, type IncomingMessage } from 'node:http';
import type { ReadersOrder, ReadersReport } from './order';

/** How many streams are being opened at once. */
const AT_ONCE = 50;
const EVENT = Buffer.from('\ndata: {"id":');

const agent = new Agent({ keepAlive: false });
const streams = new Set<IncomingMessage>();
let events = 0;

/** Reads event streams, and counts what they bring. */
process.on('message', (order: ReadersOrder) => {
  void carryOut(order).then(
    (report) => process.send?.(report),
    (error: Error) => process.send?.({ failure: error.message } satisfies ReadersReport),
  );
});
process.on('disconnect', () => process.exit());

async function carryOut(order: ReadersOrder): Promise<ReadersReport> {
  if (order === 'count') return { events };
  if (order === 'close') {
    for (const stream of streams) stream.destroy();
    streams.clear();
    return { open: 0 };
  }
  let started = 0;
  const openInTurn = async () => {
    while (started < order.open) {
      const headers = order.headers[started % order.headers.length]!;
      started += 1;
      streams.add(await open(order.url, headers));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openInTurn));
  return { open: streams.size };
}

/** Resolves with its first frame. */
function open(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`A stream was answered with ${response.statusCode}.`));
      response.on('data', (part: Buffer) => {
        resolve(response);
        events += eventsIn(part);
      });
      response.on('error', () => undefined);
    });
    request.on('error', reject);
  });
}

/** A frame is written at once, and small ones are not divided on loopback. */
function eventsIn(part: Buffer): number {
  let count = 0;
  for (let at = part.indexOf(EVENT); at !== -1; at = part.indexOf(EVENT, at + 1)) count += 1;
  return count;
}
