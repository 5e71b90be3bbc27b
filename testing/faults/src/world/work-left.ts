import { BusConnection } from '@chat/bus';
import { OBSERVER } from '@chat/bus/users';
import type { JetStreamManager } from 'nats';
import type { World } from './world';

const STREAM = 'CHAT_EVENTS';
const TIMEOUT_MS = 2_000;
/** Retries later than this do not count as a backlog: they are visibly pending. */
const SOON = '20 seconds';

/** The remaining work, by kind: all zero when the installation is idle. */
export interface WorkLeft {
  sending: number;
  unpublished: number;
  unconsumed: number;
  deliveries: number;
  network: number;
  callbacks: number;
  changes: number;
  merges: number;
  jobs: number;
}

/** Reads the remaining work of the installation, bypassing all network faults. */
export class WorkWatch {
  private constructor(
    private readonly world: World,
    private readonly schemas: readonly string[],
    private readonly bus: BusConnection,
    private readonly streams: JetStreamManager,
    /** The consumers to look at; all if null. */
    private readonly consumers: ReadonlySet<string> | null,
  ) {}

  /**
   * @param endsWithLastRelease whether the services of now are those that will be left: what the newer release adds to the
   * consumers waits until it is installed again, which is no work for these.
   */
  static async open(
    world: World,
    { endsWithLastRelease }: { endsWithLastRelease: boolean },
  ): Promise<WorkWatch> {
    const { rows } = await world.database.query<{ table_schema: string }>(
      `SELECT table_schema FROM information_schema.tables WHERE table_name = 'outbox'`,
    );
    const bus = await BusConnection.open({ url: world.stack.observerUrl }, OBSERVER);
    const streams = await bus.nats.jetstreamManager({ timeout: TIMEOUT_MS, checkAPI: false });
    const schemas = rows.map(({ table_schema }) => table_schema);
    const consumers = endsWithLastRelease ? await namesOf(streams) : null;
    return new WorkWatch(world, schemas, bus, streams, consumers);
  }

  /** @returns null when Postgres or NATS does not answer. */
  async look(): Promise<WorkLeft | null> {
    const sum = (table: string, condition: string) =>
      this.schemas
        .map((schema) => `(SELECT count(*) FROM ${schema}.${table} WHERE ${condition})`)
        .join(' + ');
    try {
      const { rows } = await this.world.database.query<Omit<WorkLeft, 'unconsumed'>>(
        `SELECT (SELECT count(*)::int FROM messaging.messages WHERE status = 'sending') AS sending,
           (${sum('outbox', 'published_at IS NULL')})::int AS unpublished,
           (SELECT count(*)::int FROM webhooks.deliveries JOIN webhooks.endpoints ON endpoints.id = webhook_id
            WHERE label = 'good' AND deliveries.status = 'pending' AND next_attempt_at < now() + interval '${SOON}') AS deliveries,
           (SELECT count(*)::int FROM sandbox.deliveries JOIN sandbox.links ON links.id = link_id
            WHERE unlinked_at IS NULL) AS network,
           (SELECT count(*)::int FROM sandbox.cloud_callbacks)
             + (SELECT count(*)::int FROM cloud_connector.callbacks) AS callbacks,
           (SELECT count(*)::int FROM messaging.message_changes) AS changes,
           (SELECT count(*)::int FROM messaging.merged_conversations WHERE is_moving) AS merges,
           (${sum('jobs', `state IN ('waiting', 'running') AND due_at < now() + interval '${SOON}'`)})::int AS jobs`,
      );
      return { ...rows[0]!, unconsumed: await this.unconsumed() };
    } catch {
      return null;
    }
  }

  async close(): Promise<void> {
    await this.bus.nats.close();
  }

  private async unconsumed(): Promise<number> {
    let total = 0;
    for await (const { name, num_pending, num_ack_pending } of this.streams.consumers.list(STREAM)) {
      if (this.consumers?.has(name) ?? true) total += num_pending + num_ack_pending;
    }
    return total;
  }
}

async function namesOf(streams: JetStreamManager): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { name } of streams.consumers.list(STREAM)) names.add(name);
  return names;
}
