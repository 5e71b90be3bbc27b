import type { BusConnection } from '../connection';
import { EventConsumer, type Subscription } from './event-consumer';
import type { Transactions } from './transactions';

/** The consumers of one service. */
export class EventConsumers {
  private readonly consumers: EventConsumer[] = [];

  constructor(
    private readonly connection: BusConnection,
    private readonly transactions: Transactions,
    private readonly schema: string,
    private readonly onError: (error: unknown, eventId?: string) => void,
  ) {}

  /** Starts to consume; every replica of the service that does so shares the events. */
  consume(subscription: Subscription): void {
    const consumer = new EventConsumer(
      this.connection,
      this.transactions,
      this.schema,
      subscription,
      this.onError,
    );
    this.consumers.push(consumer);
    consumer.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
  }
}
