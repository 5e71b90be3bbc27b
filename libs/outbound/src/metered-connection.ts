import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { Turns } from './turns';

/** The other side sent more than it may; the connection is closed. */
export class ExcessError extends Error {
  override readonly name = 'ExcessError';
}

/** The streams that undici writes requests to, with the metered connection underneath. */
const connections = new WeakMap<object, MeteredConnection>();

// "Published right before the first byte of the request is written to the socket": a connection serves one request
// after the other, so this is where an exchange begins.
subscribe('undici:client:sendHeaders', (message) => {
  connections.get((message as { socket: object }).socket)?.beginExchange();
});

/** The most that is read at once, so that little more is read of a flood than it may send. */
export const READ_BYTES = 16 * 1024;

/** Floods that come at once are parsed one after the other, with everything else in between. */
const turns = new Turns(READ_BYTES);
/** What a read counts at least in its turn: a small answer costs more time than its bytes. */
const LEAST_TURN_BYTES = READ_BYTES / 8;

/** What a read counts at least against the limits: single bytes cost as much time each as a whole packet. */
const LEAST_READ_BYTES = 128;

export interface ByteLimits {
  /** What the other side may send before the first exchange: its part of the TLS handshake. */
  handshake: number;
  /** What it may send from the start of an exchange to the start of the next. */
  exchange: number;
}

/**
 * A TCP connection that passes on no more bytes than it may and then fails with an ExcessError. It lies below TLS and
 * the HTTP parser, so it holds in whatever state they are: no endless handshake, header, interim answer, chunk,
 * trailer, or garbage between exchanges costs more CPU time than so many bytes do, in one piece or in many.
 */
export class MeteredConnection extends Duplex {
  private left: number;
  /** How many reads wait for their turn. */
  private waiting = 0;

  constructor(
    private readonly socket: Socket,
    private readonly limits: ByteLimits,
  ) {
    super();
    this.left = limits.handshake;
    socket.on('end', () => this.afterWaiting(() => this.left >= 0 && this.push(null)));
    socket.on('error', (error) => this.afterWaiting(() => this.destroy(error)));
    // What was received before a regular end is still to be read.
    socket.on('close', () => socket.readableEnded || this.afterWaiting(() => this.destroy()));
  }

  /** Has the meter start anew with each request that undici writes to this stream, the connection itself or TLS over it. */
  meterRequestsOf(stream: Duplex): void {
    connections.set(stream, this);
  }

  beginExchange(): void {
    this.left = this.limits.exchange;
  }

  override _read(): void {
    if (this.left >= 0 && this.waiting === 0) this.socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.socket.write(chunk, encoding, callback);
  }

  /** What undici and TLS write together goes out together. */
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
   * Takes what the socket read, from a buffer that it uses again.
   * @returns whether the socket goes on reading. Behind a small answer that waits it does, since an honest receiver sends
   * nothing more, and to stop and to start again are calls to the kernel; at most one more read joins it.
   */
  receive(bytes: Uint8Array): boolean {
    const chunk = Buffer.from(bytes);
    const size = Math.max(chunk.length, LEAST_TURN_BYTES);
    if (turns.take(size)) return this.passOn(chunk);
    this.waiting += 1;
    turns.wait(size, () => {
      this.waiting -= 1;
      if (!this.destroyed && this.passOn(chunk) && this.waiting === 0) this.socket.resume();
    });
    return this.waiting === 1 && chunk.length < LEAST_TURN_BYTES;
  }

  /** An answer that was received counts, also if its connection ended or broke right after. */
  private afterWaiting(work: () => unknown): void {
    if (this.waiting > 0) turns.wait(LEAST_TURN_BYTES, work);
    else work();
  }

  /** @returns whether more is wanted. */
  private passOn(chunk: Buffer): boolean {
    if (this.left < 0) return false;
    const permitted = chunk.length <= this.left ? chunk : chunk.subarray(0, this.left);
    this.left -= Math.max(chunk.length, LEAST_READ_BYTES);
    const isWanted = this.push(permitted);
    // What was permitted is parsed first: it may hold the status, which is then the answer.
    if (this.left < 0) setImmediate(() => this.destroy(new ExcessError('The other side sent too much.')));
    return isWanted && this.left >= 0;
  }
}
