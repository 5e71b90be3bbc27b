import type { BusConnection } from '../connection';
import type { DeadEvent } from './dead-event';
import { EventConsumer, type Subscription } from './event-consumer';
import type { Transactions } from './transactions';

/** The consumers of one service. */
export class EventConsumers {
  private readonly consumers = new Map<string, EventConsumer>();

  constructor(
    private readonly connection: BusConnection,
    private readonly transactions: Transactions,
    private readonly schema: string,
    private readonly onError: (error: unknown, eventId?: string) => void,
    private readonly onDeadLetter: (letter: DeadEvent) => void,
  ) {}

  /** Starts to consume; every replica of the service that does so shares the events. */
  consume(subscription: Subscription): void {
    const consumer = new EventConsumer(
      this.connection,
      this.transactions,
      this.schema,
      subscription,
      this.onError,
      this.onDeadLetter,
    );
    this.consumers.set(subscription.durable, consumer);
    consumer.start();
  }

  /** The consumer with this durable's name, or undefined when this version of the service has none. */
  find(durable: string): EventConsumer | undefined {
    return this.consumers.get(durable);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.consumers.values()].map((consumer) => consumer.stop()));
  }
}
