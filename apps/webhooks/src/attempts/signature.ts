import { createHmac, type KeyObject } from 'node:crypto';

/**
 * Returns the headers of an attempt, including those of Standard Webhooks: an HMAC-SHA-256 over `id.timestamp.body`,
 * one signature per key.
 * @param seconds the time of this attempt in Unix seconds. Receivers refuse old timestamps.
 */
export function signedHeaders(
  keys: readonly KeyObject[],
  id: string,
  seconds: number,
  body: string,
): Record<string, string> {
  const content = `${id}.${seconds}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  return {
    'content-type': 'application/json',
    'user-agent': 'Chat-Webhooks/1.0',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
