import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { FairQueue } from './fair-queue';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** OWASP's parameters for scrypt: 64 MiB and about 100 ms per password. */
export const PASSWORD_COST = { N: 2 ** 16, r: 8, p: 2, maxmem: 128 * 1024 * 1024 };
const KEY_BYTES = 32;
/** How many are hashed concurrently: each occupies one of Node's four threads and 64 MiB. */
const AT_ONCE = 2;
/** At most 5 s of waiting, since each takes 100 ms. */
const MAX_WAITING = 100;
/** A browser has one or two; an office of people may sit behind one address. */
const MAX_WAITING_OF_CLIENT = 5;
/** Administrators share one turn. */
const ADMINISTRATION = 'administration';

/** Hashes passwords as `scrypt$<salt>$<key>`, both in base64, and verifies them, a few at a time. */
@Injectable()
export class Passwords {
  private readonly queue = new FairQueue({
    atOnce: AT_ONCE,
    waiting: MAX_WAITING,
    waitingOfClient: MAX_WAITING_OF_CLIENT,
  });
  /** Used where there is no hash, so that an unknown user costs as much as a wrong password. */
  private readonly decoy = format(randomBytes(16), randomBytes(KEY_BYTES));

  /** @param client who asks. @throws AppError `service_unavailable` if too many are waiting. */
  async hash(password: string, client = ADMINISTRATION): Promise<string> {
    const salt = randomBytes(16);
    return format(salt, await this.derive(client, password, salt));
  }

  /**
   * Whether the password matches this hash; false without a hash. The cost does not depend on the result.
   * @param client who asks: clients take turns.
   * @throws AppError `service_unavailable` if too many are waiting.
   */
  async matches(client: string, password: string, hash: string | null): Promise<boolean> {
    const [, salt = '', key = ''] = (hash ?? this.decoy).split('$');
    const derived = await this.derive(client, password, Buffer.from(salt, 'base64'));
    return timingSafeEqual(derived, Buffer.from(key, 'base64')) && hash !== null;
  }

  private derive(client: string, password: string, salt: Buffer): Promise<Buffer> {
    return this.queue.run(client, () => derive(password.normalize('NFKC'), salt, KEY_BYTES, PASSWORD_COST));
  }
}

function format(salt: Buffer, key: Buffer): string {
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`;
}
