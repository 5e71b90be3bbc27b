import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { WebhookReceiver } from '@chat/test-kit';
import { atRate } from '../../load/at-rate';
import { exchange } from '../../load/http-exchange';
import { percentile } from '../../statistics.rules';
import type { Order, Report, Writing, WritingResult } from './orders';

const PATIENCE_MS = 60_000;
/** Number of people who write. */
const PEOPLE = 500;
const FIRST_PERSON = 491_511_000_000;

/** A message that a person writes. */
interface Written {
  /** Resolves when the network has accepted it. */
  taken: Promise<void>;
  /** Resolves to the milliseconds until its signed webhook arrived. */
  webhook: Promise<number>;
}

interface Awaited {
  writtenAt: number;
  resolve: (latencyMs: number) => void;
  reject: (error: Error) => void;
}

const agent = new Agent({ keepAlive: true });
const receivers: WebhookReceiver[] = [];
/** By the text of the message, which is unique. */
const awaited = new Map<string, Awaited>();
let written = 0;
let arrived = 0;

process.on('message', (order: Order) => {
  void obey(order)
    .catch((error: Error): Report => ({ failure: error.message }))
    .then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());

async function obey(order: Order): Promise<Report> {
  if (order === 'count') return { arrived };
  if ('listen' in order) return { urls: await listen(order.listen) };
  if ('trust' in order) {
    order.trust.forEach((secret, index) => receivers[index]!.trust(secret));
    return { trusted: true };
  }
  return { result: await write(order.write) };
}

async function listen(count: number): Promise<string[]> {
  for (let index = 0; index < count; index += 1) {
    const receiver = await WebhookReceiver.start(null);
    receiver.answer = (webhook) => {
      receiver.received.length = 0;
      take(webhook);
      return { status: 200 };
    };
    receivers.push(receiver);
  }
  return receivers.map(({ url }) => url);
}

/** Ignores a repeated webhook, and fails on a wrongly signed one. */
function take({ verified, data }: WebhookReceiver['received'][number]): void {
  const { message } = data as { message: { message: string } };
  const waiter = awaited.get(message.message);
  if (!waiter) return;
  awaited.delete(message.message);
  if (!verified) return waiter.reject(new Error('A webhook was signed wrongly.'));
  arrived += 1;
  waiter.resolve(performance.now() - waiter.writtenAt);
}

async function write(writing: Writing): Promise<WritingResult> {
  arrived = 0;
  const webhooks: Promise<number>[] = [];
  const startedAt = performance.now();
  await paced(writing, (atMs) => {
    const message = writeMessage(writing, atMs);
    webhooks.push(message.webhook);
    return message;
  });
  const endedAt = performance.now();
  const arrivedMeanwhile = arrived;
  const latencies = await inTime(Promise.all(webhooks));
  return {
    started: latencies.length,
    arrivedMeanwhile,
    seconds: (endedAt - startedAt) / 1_000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    restMs: performance.now() - endedAt,
  };
}

/** Resolves when the last message is accepted; some webhooks may still be missing then. */
async function paced({ pace, seconds }: Writing, writeOne: (atMs: number) => Written): Promise<void> {
  if (pace.kind === 'fixed') {
    return atRate({ perSecond: pace.perSecond, seconds }, (_, dueAt) => writeOne(dueAt).taken);
  }
  const endAt = performance.now() + seconds * 1_000;
  const person = async () => {
    while (performance.now() < endAt) {
      const { taken, webhook } = writeOne(performance.now());
      await taken;
      if (pace.kind === 'waiting') await inTime(webhook);
    }
  };
  await Promise.all(Array.from({ length: pace.people }, person));
}

/** Alternates between people and business numbers, so that no two concurrent messages belong to one conversation. */
function writeMessage({ sandboxUrl, businessNumbers }: Writing, writtenAt: number): Written {
  const turn = (written += 1);
  const text = `Has order ${turn} left your house already?`;
  const to = businessNumbers[turn % businessNumbers.length]!;
  const from = FIRST_PERSON + (turn % PEOPLE);
  const webhook = new Promise<number>((resolve, reject) => {
    awaited.set(text, { writtenAt, resolve, reject });
  });
  // It is awaited after all messages are written, but may fail before.
  webhook.catch(() => undefined);
  const body = JSON.stringify({ to, text });
  return { taken: exchange(`${sandboxUrl}/phones/${from}/messages`, { body, agent }), webhook };
}

async function inTime<T>(webhooks: Promise<T>): Promise<T> {
  const ending = new AbortController();
  const late = delay(PATIENCE_MS, undefined, { signal: ending.signal }).then(
    () => {
      throw new Error(`${awaited.size} webhooks did not arrive within ${PATIENCE_MS / 1_000} s.`);
    },
    // Nobody is waiting any more.
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([webhooks, late]);
  } finally {
    ending.abort();
  }
}
