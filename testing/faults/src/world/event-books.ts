import { busUse } from '@chat/contracts/bus-use';
import { cloudMessageReceipts } from '@chat/contracts/cloud-connector';
import { deviceMessageReceipts } from '@chat/contracts/device-sessions';
import { eventTypes } from '@chat/contracts/table';
import { until } from '@chat/test-kit';
import {
  judgeChanges,
  judgeDeliveries,
  judgeFacts,
  judgeMarks,
  type Consumer,
  type StoredEvent,
} from '../oracles/events.rules';
import type { Finding } from '../oracles/finding';
import type { World } from './world';

/** A repeat of these has no effect, so consumers do not mark them. */
const receiptTypes = [deviceMessageReceipts.type, cloudMessageReceipts.type];
const markedTypes = new Set(
  eventTypes.map(({ type }) => type).filter((type) => !receiptTypes.includes(type)),
);
const webhookTypes = new Set(eventTypes.filter(({ webhook }) => webhook).map(({ type }) => type));
/** A consumer that marks some types only. */
const markedBy: Readonly<Record<string, ReadonlySet<string>>> = { 'webhooks-events': webhookTypes };

/** Of each account, what its counts of messages differ in from its events. */
const MISCOUNTED = `
  SELECT account_id, status, COALESCE(told.count, 0) AS told, COALESCE(counted.count, 0) AS counted
  FROM (SELECT account_id, split_part(subject, '.', 4) AS status, count(*) FROM messaging.outbox
        WHERE subject ~ '^evt[.]messaging[.]message[.](received|sent|delivered|read|failed)$' GROUP BY 1, 2) AS told
  FULL JOIN (SELECT account_id, status, sum(count)::bigint AS count FROM messaging.daily_counts GROUP BY 1, 2) AS counted
    USING (account_id, status)
  WHERE told.count IS DISTINCT FROM counted.count
    -- An installation of before the counts has events that are not counted.
    AND (SELECT since FROM messaging.counting) < (SELECT min(created_at) FROM messaging.outbox)`;
/** An event is counted some seconds later; longer, while another transaction is open. */
const COUNTED_WITHIN_MS = 30_000;

interface OutboxRow {
  id: string;
  event_id: string;
  account_id: string;
  subject: string;
  document: string;
}

/** The events in the tables of all services and at the receivers. Events that were compared once are not read again. */
export class EventBooks {
  private readonly received = new Set<string>();
  private readonly events: StoredEvent[] = [];
  /** The last row read from each outbox. */
  private readonly readUpTo = new Map<string, string>();

  constructor(
    private readonly world: World,
    private readonly schemas: readonly string[],
  ) {}

  static async open(world: World): Promise<EventBooks> {
    const { rows } = await world.database.query<{ table_schema: string }>(
      `SELECT table_schema FROM information_schema.tables WHERE table_name = 'outbox' ORDER BY 1`,
    );
    return new EventBooks(
      world,
      rows.map(({ table_schema }) => table_schema),
    );
  }

  /** Compares them, once no work is left. */
  async audit(): Promise<Finding[]> {
    this.readReceivers();
    const events = await this.newEvents();
    this.events.push(...events);
    const accounts = new Set(this.world.tenants.map(({ accountId }) => accountId));
    const forWebhooks = events.filter(
      ({ type, accountId }) => webhookTypes.has(type) && accounts.has(accountId),
    );
    return [
      ...judgeMarks(events, this.consumers(), await this.marks(events)),
      ...judgeDeliveries(forWebhooks, this.received, await this.visible()),
      ...judgeFacts(this.events),
      ...judgeChanges(this.events),
      ...(await this.deadLetters()),
      ...(await this.miscounted()),
    ];
  }

  private async miscounted(): Promise<Finding[]> {
    let found: { account_id: string; status: string; told: string; counted: string }[] = [];
    const isCounted = async () => {
      found = (await this.world.database.query<(typeof found)[number]>(MISCOUNTED)).rows;
      return found.length === 0;
    };
    await until(isCounted, { timeoutMs: COUNTED_WITHIN_MS, describe: 'the counts' }).catch(() => undefined);
    return found.map(({ account_id, status, told, counted }): Finding => ({
      kind: Number(counted) > Number(told) ? 'double' : 'lost',
      what: `account ${account_id}: ${counted} messages are counted as ${status}, of ${told}`,
    }));
  }

  /** Adds what the receivers accepted. */
  private readReceivers(): void {
    for (const { receiver } of this.world.tenants) {
      for (const { id, verified } of receiver.received.splice(0)) if (verified) this.received.add(id);
    }
  }

  private async newEvents(): Promise<StoredEvent[]> {
    const found: StoredEvent[] = [];
    for (const schema of this.schemas) {
      const { rows } = await this.world.database.query<OutboxRow>(
        `SELECT id, event_id, account_id, subject, document FROM ${schema}.outbox WHERE id > $1 ORDER BY id`,
        [this.readUpTo.get(schema) ?? '0'],
      );
      found.push(...rows.map(toEvent));
      const last = rows.at(-1);
      if (last) this.readUpTo.set(schema, last.id);
    }
    return found;
  }

  private consumers(): Consumer[] {
    return Object.values(busUse).flatMap(({ consumes }) =>
      Object.entries(consumes).map(([durable, filter]) => ({
        durable,
        filter,
        types: markedBy[durable] ?? markedTypes,
      })),
    );
  }

  private async marks(events: readonly StoredEvent[]): Promise<Set<string>> {
    const ids = events.map(({ id }) => id);
    const marks = new Set<string>();
    for (const schema of this.schemas) {
      const { rows } = await this.world.database.query<{ mark: string }>(
        `SELECT consumer || ' ' || event_id AS mark FROM ${schema}.inbox WHERE event_id = ANY($1)
         UNION ALL SELECT consumer || ' ' || event_id FROM ${schema}.dead_letters`,
        [ids],
      );
      for (const { mark } of rows) marks.add(mark);
    }
    return marks;
  }

  /** The events whose delivery to a good receiver is due, or failed after all its attempts. */
  private async visible(): Promise<Set<string>> {
    const { rows } = await this.world.database.query<{ event_id: string }>(
      `SELECT event_id FROM webhooks.deliveries JOIN webhooks.endpoints ON endpoints.id = webhook_id
       WHERE label = 'good' AND deliveries.status IN ('pending', 'failed')`,
    );
    return new Set(rows.map(({ event_id }) => event_id));
  }

  private async deadLetters(): Promise<Finding[]> {
    const union = this.schemas.map((schema) => `SELECT consumer, reason FROM ${schema}.dead_letters`);
    const { rows } = await this.world.database.query<{ consumer: string; reason: string }>(
      union.join(' UNION ALL '),
    );
    return rows.map(({ consumer, reason }) => ({
      kind: 'lost',
      what: `${consumer} gave up an event: ${reason}`,
    }));
  }
}

function toEvent({ event_id, account_id, subject, document }: OutboxRow): StoredEvent {
  const event = JSON.parse(document) as {
    type: string;
    subject: string;
    entityversion: number;
    data: { from_status?: string; to_status?: string };
  };
  const { from_status: from, to_status: to } = event.data;
  return {
    id: event_id,
    accountId: Number(account_id),
    subject,
    type: event.type,
    entity: event.subject,
    entityVersion: event.entityversion,
    change: from !== undefined && to !== undefined ? { from, to } : null,
  };
}
