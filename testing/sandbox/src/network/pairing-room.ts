import { randomBytes, randomInt } from 'node:crypto';
import { closeCodes } from '@chat/device-network';
import type { EngineConnection } from './engine-connection';

const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;

export interface QrTimings {
  firstMs: number;
  nextMs: number;
  count: number;
}

interface Waiting {
  ref: string;
  /** How many codes it was shown, this one included. */
  number: number;
  pairing: { code: string; digits: string } | null;
  timer: NodeJS.Timeout;
  /** When the code expires, by the clock of this process. */
  expiresAt: number;
}

/** The connections that wait for a phone to scan their QR code or to enter their pairing code. */
export class PairingRoom {
  private readonly waiting = new Map<EngineConnection, Waiting>();

  constructor(private readonly timings: QrTimings) {}

  /** Shows one QR code after the other, and closes the connection when the last one expires. */
  enter(connection: EngineConnection): void {
    this.showQr(connection, 1);
  }

  leave(connection: EngineConnection): void {
    clearTimeout(this.waiting.get(connection)?.timer);
    this.waiting.delete(connection);
  }

  /**
   * Creates a code for this phone, replacing the previous one of the connection. It lives as long as QR codes are shown.
   * Returns null when the connection is not waiting.
   */
  createCode(connection: EngineConnection, digits: string): { code: string; livesMs: number } | null {
    const waiting = this.waiting.get(connection);
    if (!waiting) return null;
    const code = Array.from(
      { length: CODE_LENGTH },
      () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)],
    ).join('');
    waiting.pairing = { code, digits };
    const shownMs = waiting.expiresAt - performance.now();
    const livesMs = shownMs + (this.timings.count - waiting.number) * this.timings.nextMs;
    return { code, livesMs: Math.max(0, Math.floor(livesMs)) };
  }

  /** Replaces all QR codes that are shown. @returns how many. */
  retire(): number {
    const shown = [...this.waiting];
    for (const [connection, { number, timer }] of shown) {
      clearTimeout(timer);
      this.showQr(connection, number);
    }
    return shown.length;
  }

  /** Returns and removes the connection that currently shows this QR code: a code links only one phone. */
  takeByRef(ref: string): EngineConnection | null {
    return this.take((waiting) => waiting.ref === ref);
  }

  /** Returns and removes the connection with this code, if the code was made for this phone. */
  takeByCode(code: string, digits: string): EngineConnection | null {
    return this.take(({ pairing }) => pairing?.code === code && pairing.digits === digits);
  }

  private take(matches: (waiting: Waiting) => boolean): EngineConnection | null {
    for (const [connection, waiting] of this.waiting) {
      if (!matches(waiting)) continue;
      this.leave(connection);
      return connection;
    }
    return null;
  }

  private showQr(connection: EngineConnection, number: number): void {
    if (number > this.timings.count) {
      this.leave(connection);
      return connection.close(closeCodes.timedOut, 'QR refs attempts ended');
    }
    const ref = randomBytes(16).toString('base64url');
    const livesMs = number === 1 ? this.timings.firstMs : this.timings.nextMs;
    const timer = setTimeout(() => this.showQr(connection, number + 1), livesMs);
    const pairing = this.waiting.get(connection)?.pairing ?? null;
    const expiresAt = performance.now() + livesMs;
    this.waiting.set(connection, { ref, number, timer, pairing, expiresAt });
    connection.send({ type: 'qr', ref, lives_ms: livesMs });
  }
}
