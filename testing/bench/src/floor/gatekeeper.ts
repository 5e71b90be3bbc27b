import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';

const MAX_AGE_MS = 3_000;

interface Key {
  account_id: number;
  secret_digest: Buffer;
  rate_limit: number;
}

interface Waiter {
  resolve: (isGranted: boolean) => void;
  reject: (error: unknown) => void;
}

/**
 * Admits requests by the same two checks as the gateway, at the same cost: the HMAC of the secret against a row cached
 * for 3 s, and the statement of the rate limit, which requests share that arrive while the previous one is in progress.
 */
export class Gatekeeper {
  private readonly digestKey = randomBytes(32);
  private readonly keys = new Map<string, { key: Promise<Key | undefined>; staleAt: number }>();
  private readonly waiting = new Map<number, Waiter[]>();

  constructor(private readonly pool: Pool) {}

  async addKey(clientId: string, secret: string, accountId: number, rateLimit: number): Promise<void> {
    await this.pool.query('INSERT INTO floor.api_keys VALUES ($1, $2, $3, $4)', [
      clientId,
      accountId,
      this.digest(secret),
      rateLimit,
    ]);
  }

  /** Resolves to the account; on refusal, answers the request and resolves to null. */
  async admit({ headers }: FastifyRequest, reply: FastifyReply): Promise<number | null> {
    const key = await this.find(String(headers['client-id']));
    if (!key || !timingSafeEqual(this.digest(String(headers['client-secret'])), key.secret_digest)) {
      await reply.code(401).send({ ok: false });
      return null;
    }
    if (!(await this.take(key))) {
      await reply.code(429).send({ ok: false });
      return null;
    }
    return key.account_id;
  }

  private digest(secret: string): Buffer {
    return createHmac('sha256', this.digestKey).update(secret).digest();
  }

  private find(clientId: string): Promise<Key | undefined> {
    const known = this.keys.get(clientId);
    if (known && known.staleAt > performance.now()) return known.key;
    const key = this.pool
      .query<Key>({
        name: 'find_key',
        text: 'SELECT account_id, secret_digest, rate_limit FROM floor.api_keys WHERE client_id = $1',
        values: [clientId],
      })
      .then(({ rows }) => rows[0]);
    this.keys.set(clientId, { key, staleAt: performance.now() + MAX_AGE_MS });
    return key;
  }

  private take({ account_id, rate_limit }: Key): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const waiter = { resolve, reject };
      const waiting = this.waiting.get(account_id);
      if (waiting) waiting.push(waiter);
      else void this.serve(account_id, rate_limit, waiter);
    });
  }

  private async serve(accountId: number, limit: number, first: Waiter): Promise<void> {
    for (let batch = [first]; batch.length > 0; batch = this.waiting.get(accountId) ?? []) {
      this.waiting.set(accountId, []);
      try {
        const { rows } = await this.pool.query<{ granted: number }>({
          name: 'take_requests',
          text: 'SELECT granted FROM gateway.take_requests($1, $2, $3)',
          values: [accountId, batch.length, limit],
        });
        const granted = rows[0]?.granted ?? 0;
        batch.forEach(({ resolve }, index) => resolve(index < granted));
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
    }
    this.waiting.delete(accountId);
  }
}
