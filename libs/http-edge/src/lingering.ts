import type { Socket } from 'node:net';

/**
 * How long a connection is read after its last answer. Many clients send their whole request before they read, and what
 * nobody reads makes the kernel reset the connection, which takes the answer from them.
 */
export interface LingerLimits {
  /** Without a byte from the client. */
  readonly idleMs: number;
  /** In all. */
  readonly wholeMs: number;
  /** How much is read and dropped, and what comes until the next check. */
  readonly bytes: number;
}

/** More than the largest body that any route takes. */
export const LINGER: LingerLimits = { idleMs: 5_000, wholeMs: 30_000, bytes: 128 * 1024 * 1024 };

const CHECK_MS = 250;

/** Calls once when the client has exceeded a limit. The connection must be read meanwhile. @returns how to cancel it. */
export function boundLingering(socket: Socket, limits: LingerLimits, onExcess: () => void): () => void {
  const begun = performance.now();
  const firstByte = socket.bytesRead;
  let seen = { bytes: firstByte, at: begun };
  const check = () => {
    const now = performance.now();
    if (socket.bytesRead > seen.bytes) seen = { bytes: socket.bytesRead, at: now };
    const isIdle = now - seen.at >= limits.idleMs;
    if (!isIdle && now - begun < limits.wholeMs && seen.bytes - firstByte <= limits.bytes) return;
    clearInterval(checks);
    onExcess();
  };
  const checks = setInterval(check, CHECK_MS).unref();
  return () => clearInterval(checks);
}

/** Sends the last bytes on a connection, and reads on until the client hangs up, too, or exceeds a limit. */
export function hangUpGently(socket: Socket, answer: Buffer, limits: LingerLimits): void {
  if (!socket.writable) return;
  socket.end(answer);
  socket.resume();
  socket.once(
    'close',
    boundLingering(socket, limits, () => socket.destroy()),
  );
}
