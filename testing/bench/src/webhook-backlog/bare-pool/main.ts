import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { payload } from '../payload';
import type { BarePoolOrder } from './order';

const key = randomBytes(32);

/** Signs, posts and checks the status, and nothing else: no database, no claim, no record, no guard. */
async function post(pool: Pool, path: string): Promise<void> {
  const id = randomUUID();
  const seconds = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${payload}`).digest('base64');
  const { statusCode, body } = await pool.request({
    path,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${signature}`,
    },
    body: payload,
  });
  await body.dump();
  if (statusCode !== 200) throw new Error(`The receiver answered ${statusCode}.`);
}

process.on('message', ({ url, count, connections, ca }: BarePoolOrder) => {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections, connect: { ca } });
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      await post(pool, pathname);
    }
  };
  void Promise.all(Array.from({ length: connections }, work)).then(() => pool.close());
});
process.once('disconnect', () => process.exit());
