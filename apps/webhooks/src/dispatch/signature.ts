import { createHmac, type KeyObject } from 'node:crypto';

/**
 * The headers of Standard Webhooks: HMAC-SHA-256 over `id.timestamp.body`.
 * @param seconds the moment of this attempt, in Unix seconds: receivers refuse what is too old.
 */
export function signedHeaders(
  key: KeyObject,
  id: string,
  seconds: number,
  body: string,
): Record<string, string> {
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
