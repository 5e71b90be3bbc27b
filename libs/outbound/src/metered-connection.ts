import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { TurnBudget } from './turn-budget';
import { UnaskedContinues } from './unasked-continues';

/** The other side exceeded its byte limit; the connection is closed. */
export class ExcessError extends Error {
  override readonly name = 'ExcessError';
}

/** The metered connection underneath each stream that undici writes requests to. */
const connections = new WeakMap<object, MeteredConnection>();

// "Published right before the first byte of the request is written to the socket": a connection serves one request at a
// time, so an exchange begins here.
subscribe('undici:client:sendHeaders', (message) => {
  connections.get((message as { socket: object }).socket)?.beginExchange();
});

/** The maximum size of a read, so that a flood exceeds its limit only slightly. */
export const READ_BYTES = 16 * 1024;

/** Simultaneous floods are parsed one after the other, with other work in between. */
const turns = new TurnBudget(READ_BYTES);
/** The minimum that a read counts in its turn: a small response costs more time than its size suggests. */
const LEAST_TURN_BYTES = READ_BYTES / 8;

/** The minimum that a read counts against the limits: a single byte costs as much time as a whole packet. */
const LEAST_READ_BYTES = 256;

export interface ByteLimits {
  /** The limit until the first exchange, for the other side's part of the TLS handshake. */
  handshake: number;
  /** The limit from the start of an exchange to the start of the next. */
  exchange: number;
}

/**
 * A TCP connection that passes on a limited number of bytes and then fails with an ExcessError. It lies below TLS and
 * the HTTP parser, so the limit applies whatever their state: no endless handshake, header, interim response, chunk,
 * trailer, or garbage between exchanges costs more CPU time than that many bytes do, in one piece or in many.
 */
export class MeteredConnection extends Duplex {
  private left: number;
  private readonly continues = new UnaskedContinues();
  /** How many reads are waiting for their turn. */
  private waiting = 0;

  constructor(
    private readonly socket: Socket,
    private readonly limits: ByteLimits,
  ) {
    super();
    this.left = limits.handshake;
    socket.on('end', () => this.afterWaiting(() => this.left >= 0 && this.push(null)));
    socket.on('error', (error) => this.afterWaiting(() => this.destroy(error)));
    // Data received before a regular end must still be read.
    socket.on('close', () => socket.readableEnded || this.afterWaiting(() => this.destroy()));
  }

  /**
   * Resets the meter at each request that undici writes to this stream: the connection itself or TLS over it. The beginning
   * of each response is made readable for undici.
   */
  meterRequestsOf(stream: Duplex): void {
    connections.set(stream, this);
    const read = stream.read.bind(stream) as (size?: number) => Buffer | null;
    stream.read = (size?: number) => {
      const bytes = read(size);
      if (bytes) this.continues.rename(bytes);
      return bytes;
    };
  }

  beginExchange(): void {
    this.left = this.limits.exchange;
    this.continues.begin();
  }

  override _read(): void {
    if (this.left >= 0 && this.waiting === 0) this.socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.socket.write(chunk, encoding, callback);
  }

  /** Sends chunks together that undici and TLS write together. */
  override _writev(
    chunks: { chunk: Buffer; encoding: BufferEncoding }[],
    callback: (error?: Error | null) => void,
  ): void {
    this.socket.cork();
    chunks.forEach(({ chunk, encoding }, index) =>
      this.socket.write(chunk, encoding, index === chunks.length - 1 ? callback : undefined),
    );
    this.socket.uncork();
  }

  override _final(callback: () => void): void {
    this.socket.end(callback);
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.socket.destroy();
    callback(error);
  }

  /**
   * Accepts what the socket has read, in a buffer that the socket reuses.
   * @returns whether the socket continues to read. It does after a small response that has to wait, since an honest
   * receiver sends nothing more, and pausing and resuming are system calls; at most one more read is queued behind it.
   */
  receive(bytes: Uint8Array): boolean {
    const chunk = Buffer.from(bytes);
    const size = Math.max(chunk.length, LEAST_TURN_BYTES);
    if (turns.tryAcquire(size)) return this.passOn(chunk);
    this.waiting += 1;
    turns.wait(size, () => {
      this.waiting -= 1;
      if (!this.destroyed && this.passOn(chunk) && this.waiting === 0) this.socket.resume();
    });
    return this.waiting === 1 && chunk.length < LEAST_TURN_BYTES;
  }

  /** Runs the work after all waiting reads: a response that was received counts, even if its connection then ended. */
  private afterWaiting(work: () => unknown): void {
    if (this.waiting > 0) turns.wait(LEAST_TURN_BYTES, work);
    else work();
  }

  /** Passes on as much of the chunk as is permitted. @returns whether to read more. */
  private passOn(chunk: Buffer): boolean {
    if (this.left < 0) return false;
    const permitted = chunk.length <= this.left ? chunk : chunk.subarray(0, this.left);
    this.left -= Math.max(chunk.length, LEAST_READ_BYTES);
    const isWanted = this.push(permitted);
    // The permitted part is parsed first: if it contains the status, there is a response.
    if (this.left < 0) setImmediate(() => this.destroy(new ExcessError('The other side sent too much.')));
    return isWanted && this.left >= 0;
  }
}
