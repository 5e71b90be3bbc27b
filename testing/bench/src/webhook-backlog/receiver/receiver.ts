import { join } from 'node:path';
import type { Certificate } from '@chat/local-servers';
import { ChildServer } from '../../child';

export interface ReceiverOrder {
  expected: number;
}

export type ReceiverMessage = { url: string } | { elapsedMs: number };

/** Starts a receiver that answers 200 at once, over TLS if it has a certificate. */
export function startReceiver(certificate?: Certificate): Promise<ChildServer> {
  const env = certificate && { RECEIVER_CERT: certificate.cert, RECEIVER_KEY: certificate.key };
  return ChildServer.listen(join(__dirname, 'main.js'), 'The receiver', env);
}

/** Milliseconds from the first request to the last of the expected number. */
export async function timeOf(receiver: ChildServer, expected: number): Promise<number> {
  const order: ReceiverOrder = { expected };
  return (await receiver.ask<{ elapsedMs: number }>(order)).elapsedMs;
}
