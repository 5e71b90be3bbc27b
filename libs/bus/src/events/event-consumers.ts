import type { BusConnection } from '../connection';
import { DECLARE_IT } from '../declared';
import type { DeadEvent, NamedEvent } from './dead-event';
import { EventConsumer, type Subscription } from './event-consumer';
import type { Transactions } from './transactions';

/** The consumers of one service. */
export class EventConsumers {
  private readonly consumers = new Map<string, EventConsumer>();

  /** @param declared the filter of each durable that may be used, as in `BusUse`. */
  constructor(
    private readonly declared: Readonly<Record<string, string>>,
    private readonly connection: BusConnection,
    private readonly transactions: Transactions,
    private readonly schema: string,
    private readonly onError: (error: unknown, event?: NamedEvent) => void,
    private readonly onDeadLetter: (letter: DeadEvent) => void,
  ) {}

  /**
   * Starts to consume. All replicas of the service that consume with this durable share the events.
   * @throws Error for a consumer that is not declared, or declared with another subject.
   */
  consume(subscription: Subscription): void {
    const { durable, subject } = subscription;
    if (this.declared[durable] !== subject) {
      throw new Error(`This service does not declare that ${durable} consumes ${subject}. ${DECLARE_IT}`);
    }
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

  /** Returns the consumer with this durable's name, or undefined if this version of the service has none. */
  find(durable: string): EventConsumer | undefined {
    return this.consumers.get(durable);
  }

  /** Returns how many events are pending for each consumer, by its durable's name. */
  async countPending(): Promise<(readonly [durable: string, count: number])[]> {
    return Promise.all(
      [...this.consumers].map(
        async ([durable, consumer]) => [durable, await consumer.countPending()] as const,
      ),
    );
  }

  async stop(): Promise<void> {
    await Promise.all([...this.consumers.values()].map((consumer) => consumer.stop()));
  }

  /** Returns the durables of the consumers that have not stopped. */
  unfinished(): string[] {
    return [...this.consumers].flatMap(([durable, consumer]) => (consumer.isUnfinished ? [durable] : []));
  }
}
