import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import type { CloudEvent, EventType } from '@chat/contracts';
import { beginTrace, type Cause } from '@chat/telemetry';

/** What an event says beside its data. */
export interface Occurrence<T extends object> {
  accountId: number;
  /** The entity, as in `messages/17`. */
  entity: string;
  /** Grows with every change of the entity. */
  entityVersion: number;
  /** The channel that the event belongs to: what is kept of the event goes when it is deleted. Null: none. */
  channelId: number | null;
  data: T;
}

/** A running transaction and the events that become true with it. */
export interface Transaction extends Cause {
  readonly manager: EntityManager;
  /** The trace of what caused it. */
  readonly traceparent: string;
  /** Publishes the event if and only if the transaction commits. Call it after the entity's row is locked. */
  emit<T extends object>(type: EventType<T>, occurrence: Occurrence<T>): void;
  /** Runs the work when the transaction has committed. A hint only: a crash in between loses it. */
  afterCommit(work: () => void): void;
  /** The same transaction for what has another cause. */
  causedBy(cause: Cause): Transaction;
}

/** An event on its way into the outbox. */
export interface OutboxRow {
  accountId: number;
  eventId: string;
  subject: string;
  document: string;
  /** As its type says. */
  canWait: boolean;
}

/** What commits with a transaction, and what follows its commit. */
interface Effects {
  events: OutboxRow[];
  hints: (() => void)[];
}

/** Runs the transactions of one service; their events go into its outbox with the same commit. */
export class Transactions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly service: { name: string; schema: string },
    private readonly onCommittedEvents: (events: { canWait: boolean }) => void,
  ) {}

  /** @param cause the request, event or job whose trace the events carry on; null where a trace begins. */
  async run<T>(cause: Cause | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const effects: Effects = { events: [], hints: [] };
    const result = await this.dataSource.transaction(async (manager) => {
      const value = await work(this.transaction(manager, effects, cause));
      if (effects.events.length > 0) await this.insert(manager, effects.events);
      return value;
    });
    if (effects.events.length > 0) this.announce(waitOf(effects.events));
    for (const hint of effects.hints) hint();
    return result;
  }

  /** The event for a statement that writes it into the outbox together with its change; `announce` follows the commit. */
  outboxRow<T extends object>(type: EventType<T>, occurrence: Occurrence<T>, cause: Cause | null): OutboxRow {
    return this.toRow(type, occurrence, cause?.traceparent ?? beginTrace(this.service.name));
  }

  /** Publishes events that need no other change: they are committed, and that is all. */
  async publish(rows: OutboxRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.insert(this.dataSource.manager, rows);
    this.announce(waitOf(rows));
  }

  /**
   * Has the outbox looked at now, and not at the next poll only.
   * @param canWait whether all that was committed may wait a moment for company; false if absent.
   */
  announce({ canWait = false }: { canWait?: boolean } = {}): void {
    this.onCommittedEvents({ canWait });
  }

  private transaction(manager: EntityManager, effects: Effects, cause: Cause | null): Transaction {
    let trace = cause?.traceparent;
    // Most transactions of consumers and loops have no trace of their own, and need none.
    const traceparent = () => (trace ??= beginTrace(this.service.name));
    return {
      manager,
      get traceparent() {
        return traceparent();
      },
      emit: (type, occurrence) => void effects.events.push(this.toRow(type, occurrence, traceparent())),
      afterCommit: (hint) => void effects.hints.push(hint),
      causedBy: (other) => this.transaction(manager, effects, other),
    };
  }

  private toRow<T extends object>(
    type: EventType<T>,
    { accountId, entity, entityVersion, channelId, data }: Occurrence<T>,
    traceparent: string,
  ): OutboxRow {
    const eventId = randomUUID();
    const document: CloudEvent<T> = {
      specversion: '1.0',
      id: eventId,
      source: `/services/${this.service.name}`,
      type: type.type,
      subject: entity,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      accountid: String(accountId),
      ...(channelId !== null && { channelid: String(channelId) }),
      entityversion: entityVersion,
      traceparent,
      data,
    };
    const { subject, canWait = false } = type;
    return { accountId, eventId, subject, document: JSON.stringify(document), canWait };
  }

  /** The transaction gets its number before its rows get their ids: the relay's horizon relies on that. */
  private async insert(manager: EntityManager, rows: OutboxRow[]): Promise<void> {
    await manager.query(
      `INSERT INTO ${this.service.schema}.outbox (account_id, event_id, subject, document)
       SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[])
       WHERE pg_current_xact_id() IS NOT NULL`,
      [
        rows.map((row) => row.accountId),
        rows.map((row) => row.eventId),
        rows.map((row) => row.subject),
        rows.map((row) => row.document),
      ],
    );
  }
}

/** Events that commit together go out together: one that cannot wait takes the others along. */
function waitOf(rows: readonly OutboxRow[]): { canWait: boolean } {
  return { canWait: rows.every(({ canWait }) => canWait) };
}
