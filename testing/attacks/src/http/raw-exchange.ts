import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { readAnswers, type RawAnswer } from './answers.rules';

export interface RawExchange {
  readonly answers: readonly RawAnswer[];
  /** Received bytes that are not part of a whole answer. */
  readonly rest: string;
  /** Whether the other side closed the connection. */
  readonly closed: boolean;
}

/** Text, bytes, or milliseconds to wait. */
export type RawPart = string | Buffer | number;

/** An exchange is over when nothing has arrived for this long. */
const QUIET_MS = 300;

/**
 * Writes bytes to a new connection and reads until the other side closes it, or until it is quiet after the first
 * answer.
 */
export async function exchangeRaw(
  baseUrl: string,
  parts: readonly RawPart[],
  timeoutMs = 15_000,
): Promise<RawExchange> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  const chunks: Buffer[] = [];
  let closed = false;
  let heardAt = performance.now();
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    heardAt = performance.now();
  });
  socket.on('close', () => (closed = true));
  // A reset closes the connection like any other end.
  socket.on('error', () => undefined);
  const giveUpAt = performance.now() + timeoutMs;
  for (const part of parts) {
    if (closed) break;
    if (typeof part === 'number') await delay(part);
    else socket.write(part);
  }
  const isOver = () => {
    const quiet = performance.now() - heardAt > QUIET_MS;
    return closed || (quiet && readAnswers(Buffer.concat(chunks)).answers.length > 0);
  };
  while (!isOver() && performance.now() < giveUpAt) await delay(10);
  socket.destroy();
  return { ...readAnswers(Buffer.concat(chunks)), closed };
}
