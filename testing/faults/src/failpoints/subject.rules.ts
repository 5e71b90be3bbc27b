import type { Action } from './failpoint';

/** Classifies a message to NATS by its subject; null for those of the NATS protocol itself. */
export function actionOf(subject: string, payload: string): { action: Action; object: string } | null {
  const [first, second, , consumer] = subject.split('.');
  // `$JS.ACK.<stream>.<consumer>.…`, in newer servers with a domain and an account before the stream.
  if (first === '$JS' && second === 'ACK') {
    if (payload !== '+ACK') return null;
    const words = subject.split('.');
    return { action: 'ack', object: (words.length > 9 ? words[5] : consumer) ?? '' };
  }
  if (first === 'evt') return { action: 'publish', object: subject };
  if (first === 'rpc') return { action: 'request', object: subject };
  if (first?.startsWith('_INBOX')) return { action: 'reply', object: 'any' };
  return null;
}
