import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;
/** For how long a code counts at least after it was shown. */
const VALID_MS = 5_000;

/** The authenticator app of a person, which shows one code after another (RFC 6238). For specs only. */
export class AuthenticatorApp {
  private latest = 0;
  private readonly secret: Buffer;

  /** @param secret as people enter it. */
  constructor(secret: string) {
    const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
    this.secret = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
  }

  /**
   * A code that was not shown before and counts for five more seconds: of the previous, the current or the next time step.
   * Waits for the next step where all three were shown.
   */
  async next(): Promise<string> {
    this.latest = Math.max(this.latest + 1, stepAt(Date.now() + VALID_MS) - 1);
    const validFrom = (this.latest - 1) * STEP_MS;
    await delay(Math.max(0, validFrom - Date.now()));
    return this.codeOf(this.latest);
  }

  /** A code that stays wrong for minutes. */
  wrong(): string {
    const near = [-3, -2, -1, 0, 1, 2, 3].map((steps) => this.codeOf(stepNow() + steps));
    return Array.from({ length: 8 }, (_, digit) => String(digit).repeat(6)).find(
      (code) => !near.includes(code),
    )!;
  }

  private codeOf(step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const mac = createHmac('sha1', this.secret).update(counter).digest();
    const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, '0');
  }
}

function stepAt(timeMs: number): number {
  return Math.floor(timeMs / STEP_MS);
}

function stepNow(): number {
  return stepAt(Date.now());
}
