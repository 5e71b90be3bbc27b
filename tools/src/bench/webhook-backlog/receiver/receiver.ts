import { join } from 'node:path';
import { ChildServer } from '../../child';

export interface ReceiverOrder {
  expected: number;
}

export type ReceiverMessage = { url: string } | { elapsedMs: number };

/** A receiver that answers 200 at once. */
export function startReceiver(): Promise<ChildServer> {
  return ChildServer.listen(join(__dirname, 'main.js'), 'The receiver');
}

/** Milliseconds from the first of so many requests to the last. */
export async function timeOf(receiver: ChildServer, expected: number): Promise<number> {
  const order: ReceiverOrder = { expected };
  return (await receiver.ask<{ elapsedMs: number }>(order)).elapsedMs;
}
