import { createHmac } from 'node:crypto';

/** The parameters that every authenticator app has by default (RFC 6238). */
const STEP_MS = 30_000;
const DIGITS = 6;
/** How many steps before and after the current one count, for clocks that differ. */
const TOLERATED = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the step that a time belongs to. */
export function stepAt(timeMs: number): number {
  return Math.floor(timeMs / STEP_MS);
}

/** Returns the code of a step (RFC 4226, 5.3). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Returns the latest step around a time whose code this is, or null. */
export function stepOfCode(secret: Buffer, code: string, timeMs: number): number | null {
  const current = stepAt(timeMs);
  for (let step = current + TOLERATED; step >= current - TOLERATED; step -= 1) {
    if (codeAt(secret, step) === code) return step;
  }
  return null;
}

/** Writes bytes as authenticator apps read them (RFC 4648, without padding). */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[parseInt(group.padEnd(5, '0'), 2)]).join('');
}
