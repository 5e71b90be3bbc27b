import type { JetStreamManager } from 'nats';
import type { Pool } from 'pg';
import { BusConnection } from '@chat/bus';
import { OBSERVER } from '@chat/bus/users';
import { until } from '@chat/test-kit';
import type { Queues } from './queues.rules';

const STREAM = 'CHAT_EVENTS';
const PATIENCE_MS = 120_000;

/** The work that requests leave behind: receipts, events, deliveries. */
export class Backlog {
  private constructor(
    private readonly database: Pool,
    private readonly bus: BusConnection,
    private readonly streams: JetStreamManager,
    private readonly outboxes: string[],
  ) {}

  static async open(database: Pool, natsUrl: string): Promise<Backlog> {
    const bus = await BusConnection.open({ url: natsUrl }, OBSERVER);
    const { rows } = await database.query<{ table_schema: string }>(
      `SELECT table_schema FROM information_schema.tables WHERE table_name = 'outbox'`,
    );
    const outboxes = rows.map(({ table_schema }) => `${table_schema}.outbox`);
    // On a busy machine, a list of consumers may take longer than the default of five seconds.
    const streams = await bus.nats.jetstreamManager({ timeout: PATIENCE_MS });
    return new Backlog(database, bus, streams, outboxes);
  }

  /** Resolves when no work is left. One look may miss an item in transit; two in a row do not. */
  async drained(): Promise<void> {
    let emptyLooks = 0;
    const isEmpty = async () => {
      const queues = await this.queues();
      emptyLooks = Object.values(queues).every((size) => size === 0) ? emptyLooks + 1 : 0;
      return emptyLooks === 2;
    };
    await until(isEmpty, { timeoutMs: PATIENCE_MS, describe: 'the work that the requests left behind' });
  }

  async queues(): Promise<Queues> {
    const outbox = this.outboxes.map((table) => `(SELECT count(*) FROM ${table} WHERE published_at IS NULL)`);
    const { rows } = await this.database.query<Omit<Queues, 'consumers'>>(
      `SELECT (${outbox.join(' + ')})::integer AS outbox,
         (SELECT count(*)::integer FROM webhooks.endpoint_deliveries WHERE status = 'pending') AS deliveries,
         (SELECT count(*)::integer FROM messaging.messages WHERE settle_at IS NOT NULL AND status = 'sending') AS sending,
         (SELECT count(*)::integer FROM cloud_connector.callbacks) AS callbacks,
         (SELECT (SELECT count(*) FROM sandbox.deliveries) + (SELECT count(*) FROM sandbox.cloud_callbacks))::integer
           AS network`,
    );
    return { ...rows[0]!, consumers: await this.unconsumed() };
  }

  async close(): Promise<void> {
    await this.bus.drain();
  }

  private async unconsumed(): Promise<number> {
    let total = 0;
    for await (const { num_pending, num_ack_pending } of this.streams.consumers.list(STREAM)) {
      total += num_pending + num_ack_pending;
    }
    return total;
  }
}
