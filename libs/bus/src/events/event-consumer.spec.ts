import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsMsg } from 'nats';
import { eventType, Id } from '@chat/contracts';
import type { BusConnection } from '../connection';
import { onRepeatableBatch, type EventBinding } from './event-binding';
import { EventConsumer } from './event-consumer';
import type { Transactions } from './transactions';

class Thing {
  @Id() id!: number;
}

const thingHappened = eventType({
  type: 'thing.happened',
  subject: 'evt.things.thing.happened',
  data: Thing,
  webhook: false,
});

const thingCounted = eventType({
  type: 'thing.counted',
  subject: 'evt.things.thing.counted',
  data: Thing,
  webhook: false,
  canWait: true,
});

/** The messages that NATS delivers, in the order of the pushes. */
class Deliveries {
  private readonly waiting: JsMsg[] = [];
  private isOver = false;
  /** The answers to deliveries, as `<number of the delivery> <answer>`. */
  readonly answers: string[] = [];

  push(eventId: string, delivery: number, { type, subject } = thingHappened): void {
    const answer = (word: string) => void this.answers.push(`${delivery} ${word}`);
    const event = {
      id: eventId,
      type,
      subject: `things/${eventId}`,
      accountid: '1',
      data: { id: 1 },
    };
    this.waiting.push({
      subject,
      info: { deliveryCount: delivery, timestampNanos: Date.now() * 1e6 },
      json: () => event,
      ack: () => answer('ack'),
      nak: () => answer('nak'),
      term: () => answer('term'),
    } as unknown as JsMsg); // prettier-ignore
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<JsMsg> {
    while (!this.isOver) {
      const next = this.waiting.shift();
      if (next) yield next;
      else await nextTurn();
    }
  }

  status(): never[] {
    return [];
  }

  stop(): void {
    this.isOver = true;
  }

  get isTaken(): boolean {
    return this.waiting.length === 0;
  }

  /** A connection to a fake NATS that delivers these messages. */
  get connection(): BusConnection {
    const manager = { streams: { add: () => undefined }, consumers: { add: () => undefined } };
    const consumer = { consume: () => Promise.resolve(this) };
    const nats = {
      jetstreamManager: () => Promise.resolve(manager),
      jetstream: () => ({ consumers: { get: () => Promise.resolve(consumer) } }),
    };
    const connection = {
      name: 'things',
      stream: { replicas: 1 },
      isConnected: true,
      watchPulls: () => () => {},
      nats,
    };
    return connection as unknown as BusConnection;
  }
}

afterEach(() => jest.useRealTimers());

function consumerOf(deliveries: Deliveries, binding: EventBinding): EventConsumer {
  const subscription = {
    durable: 'things-all',
    subject: 'evt.things.thing.*',
    bindings: [binding],
    batchSize: 8,
  };
  const fail = (error: unknown) => {
    throw error;
  };
  return new EventConsumer(deliveries.connection, {} as Transactions, 'things', subscription, fail, fail);
}

it('handles an event once even if it is redelivered while waiting or in progress', async () => {
  const deliveries = new Deliveries();
  const handled: string[][] = [];
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const binding = onRepeatableBatch([thingHappened], async (events) => {
    handled.push(events.map(({ id }) => id));
    await isReleased;
  });
  const consumer = consumerOf(deliveries, binding);
  const [first, second] = [randomUUID(), randomUUID()];
  consumer.start();
  deliveries.push(first, 1);
  while (handled.length === 0) await nextTurn();
  deliveries.push(second, 1);
  for (const delivery of [2, 3]) {
    deliveries.push(first, delivery);
    deliveries.push(second, delivery);
  }
  while (!deliveries.isTaken) await nextTurn();
  release();
  while (deliveries.answers.length < 2) await nextTurn();
  // After it is done it may be delivered again: this delivery was in flight when the event was acknowledged.
  deliveries.push(second, 4);
  while (handled.length < 3) await nextTurn();
  await consumer.stop();

  expect(handled).toEqual([[first], [second], [second]]);
  expect(deliveries.answers).toEqual(['3 ack', '3 ack', '4 ack']);
});

it('gathers events that can wait, until an urgent one arrives or the batch is full', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const deliveries = new Deliveries();
  const handled: string[][] = [];
  const binding = onRepeatableBatch([thingHappened, thingCounted], (events) => {
    handled.push(events.map(({ id }) => id));
    return Promise.resolve();
  });
  const consumer = consumerOf(deliveries, binding);
  const [first, second, third, urgent] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const taken = async () => {
    while (!deliveries.isTaken) await nextTurn();
    await nextTurn();
  };
  consumer.start();
  deliveries.push(first, 1, thingCounted);
  await taken();
  deliveries.push(second, 1, thingCounted);
  await taken();
  await jest.advanceTimersByTimeAsync(99);
  deliveries.push(third, 1, thingCounted);
  await taken();
  await jest.advanceTimersByTimeAsync(1);
  expect(handled).toEqual([[first], [second, third]]);

  await jest.advanceTimersByTimeAsync(100);
  deliveries.push(second, 2, thingCounted);
  await taken();
  deliveries.push(first, 2, thingCounted);
  await taken();
  await jest.advanceTimersByTimeAsync(20);
  deliveries.push(urgent, 1);
  await taken();
  await jest.advanceTimersByTimeAsync(0);
  expect(handled.slice(2)).toEqual([[second], [first, urgent]]);

  await jest.advanceTimersByTimeAsync(10);
  for (let count = 0; count < 8; count += 1) deliveries.push(randomUUID(), 1, thingCounted);
  await taken();
  await jest.advanceTimersByTimeAsync(0);
  expect(handled.at(-1)).toHaveLength(8);
  const stopped = consumer.stop();
  await jest.runAllTimersAsync();
  await stopped;
});
