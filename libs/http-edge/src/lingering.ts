import type { Socket } from 'node:net';

/**
 * For how long a connection is still read after its last response. Many clients send their whole request before they read
 * anything; unread bytes make the kernel reset the connection, and the client never sees the response.
 */
export interface LingerLimits {
  /** The limit without a byte from the client. */
  readonly idleMs: number;
  /** The limit in total. */
  readonly wholeMs: number;
  /** How much is read and dropped, and what comes until the next check. */
  readonly bytes: number;
  /** The maximum number of lingering connections of a server. Beyond it, the oldest is closed. */
  readonly connections: number;
}

/** The bytes are more than the largest body that any route takes. */
export const LINGER: LingerLimits = {
  idleMs: 5_000,
  wholeMs: 30_000,
  bytes: 128 * 1024 * 1024,
  connections: 200,
};

const CHECK_MS = 250;

/** The connections of one server that are still read after their last answer. */
export class Lingering {
  /** How to end each, in the order in which they began. */
  private readonly ends = new Set<() => void>();

  constructor(private readonly limits: LingerLimits) {}

  /** Calls once when the client has exceeded a limit. The connection must be read meanwhile. @returns how to cancel it. */
  bound(socket: Socket, onExcess: () => void): () => void {
    const { idleMs, wholeMs, bytes, connections } = this.limits;
    const begun = performance.now();
    const firstByte = socket.bytesRead;
    let seen = { bytes: firstByte, at: begun };
    const check = () => {
      const now = performance.now();
      if (socket.bytesRead > seen.bytes) seen = { bytes: socket.bytesRead, at: now };
      const isIdle = now - seen.at >= idleMs;
      if (isIdle || now - begun >= wholeMs || seen.bytes - firstByte > bytes) end();
    };
    const checks = setInterval(check, CHECK_MS).unref();
    const cancel = () => {
      clearInterval(checks);
      this.ends.delete(end);
    };
    const end = () => {
      cancel();
      onExcess();
    };
    this.ends.add(end);
    const [longest] = this.ends;
    if (this.ends.size > connections) longest!();
    return cancel;
  }

  /** Sends the last bytes on a connection, and keeps reading until the client closes it, too, or exceeds a limit. */
  hangUp(socket: Socket, answer: Buffer): void {
    if (!socket.writable) return;
    socket.end(answer);
    socket.resume();
    socket.once(
      'close',
      this.bound(socket, () => socket.destroy()),
    );
  }
}
