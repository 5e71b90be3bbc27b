import type { DataSource, EntityManager } from 'typeorm';
import { v7 as timeOrderedId } from 'uuid';
import type { CloudEvent, EventType } from '@chat/contracts';
import { auditRecorded } from '@chat/contracts/audit';
import { beginTrace, type Cause } from '@chat/telemetry';
import { entryOf, noteRecord, type AuditedChange } from '../audit/audit';
import { noteChange } from '../rpc/progress';

/** What a service states about an event: everything except what its type and the transaction determine. */
export interface Occurrence<T extends object> {
  accountId: number;
  /** The entity, as in `messages/17`. */
  entity: string;
  /** Increases with every change of the entity. */
  entityVersion: number;
  /** The channel that the event belongs to, if any: stored copies of the event are deleted with the channel. */
  channelId: number | null;
  data: T;
}

/** A running transaction, with the events that are published when it commits. */
export interface Transaction extends Cause {
  readonly manager: EntityManager;
  /** The trace context of its cause. */
  readonly traceparent: string;
  /** Publishes the event if and only if the transaction commits. Call it after the entity's row is locked. */
  emit<T extends object>(type: EventType<T>, occurrence: Occurrence<NoInfer<T>>): void;
  /**
   * Adds an entry to the audit log if and only if the transaction commits. Every success of an audited operation calls
   * this (`isAudited`), or `changesNothing`. An entry whose record is the same before and after is left out, and so is
   * one of a request that is not audited.
   */
  record(change: AuditedChange): void;
  /** Runs the work after the transaction has committed. Best effort: a crash in between loses it. */
  afterCommit(work: () => void): void;
  /** Returns the same transaction with another cause. */
  causedBy(cause: Cause): Transaction;
}

/** An event to be inserted into the outbox. */
export interface OutboxRow {
  accountId: number;
  eventId: string;
  subject: string;
  document: string;
  /** Whether publishing it may be delayed, as declared by its type. */
  canWait: boolean;
}

/** What the relay is told of events that were committed. */
export interface CommittedEvents {
  accountIds: readonly number[];
  /** Whether all of them may wait briefly to be batched. */
  canWait: boolean;
}

/** The events that commit with a transaction, and the work that follows the commit. */
interface Effects {
  events: OutboxRow[];
  hints: (() => void)[];
  /** The requests that have recorded their change, or that they make none. */
  recorded: (Cause | null)[];
}

/** Runs the transactions of one service; their events are inserted into its outbox in the same commit. */
export class Transactions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly service: { name: string; schema: string },
    private readonly onCommittedEvents: (events: CommittedEvents) => void,
  ) {}

  /** @param cause the request, event or job whose trace the events continue; null starts a new trace. */
  async run<T>(cause: Cause | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const effects: Effects = { events: [], hints: [], recorded: [] };
    const result = await this.dataSource.transaction(async (manager) => {
      const value = await work(this.transaction(manager, effects, cause));
      if (effects.events.length > 0) await this.insert(manager, effects.events);
      return value;
    });
    noteChange(cause);
    for (const request of effects.recorded) noteRecord(request);
    if (effects.events.length > 0) this.announce(summaryOf(effects.events));
    for (const hint of effects.hints) hint();
    return result;
  }

  /**
   * Returns an event for a statement that inserts it into the outbox together with its change; call `announce` after
   * the commit.
   */
  outboxRow<T extends object>(
    type: EventType<T>,
    occurrence: Occurrence<NoInfer<T>>,
    cause: Cause | null,
  ): OutboxRow {
    return this.toRow(type, occurrence, cause?.traceparent ?? beginTrace(this.service.name));
  }

  /** Publishes events that belong to no other change. */
  async publish(rows: OutboxRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.insert(this.dataSource.manager, rows);
    this.announce(summaryOf(rows));
  }

  /**
   * Wakes the relay, so that it does not read the outbox only at the next poll.
   * @param accountIds whose events may have been committed.
   * @param canWait whether everything that was committed may wait briefly to be batched; false if absent.
   */
  announce({
    accountIds,
    canWait = false,
  }: Pick<CommittedEvents, 'accountIds'> & Partial<CommittedEvents>): void {
    this.onCommittedEvents({ accountIds, canWait });
  }

  private transaction(manager: EntityManager, effects: Effects, cause: Cause | null): Transaction {
    let trace = cause?.traceparent;
    // Created only on demand: most transactions of consumers and loops have no trace of their own and need none.
    const traceparent = () => (trace ??= beginTrace(this.service.name));
    return {
      manager,
      get traceparent() {
        return traceparent();
      },
      emit: (type, occurrence) => void effects.events.push(this.toRow(type, occurrence, traceparent())),
      record: (change) => {
        effects.recorded.push(cause);
        const entry = entryOf(cause, change);
        if (entry) effects.events.push(this.entryRow(entry, traceparent()));
      },
      afterCommit: (hint) => void effects.hints.push(hint),
      causedBy: (other) => this.transaction(manager, effects, other),
    };
  }

  private entryRow(
    { accountId, record }: NonNullable<ReturnType<typeof entryOf>>,
    traceparent: string,
  ): OutboxRow {
    const entity = { entity: `audit/${record.request_id}`, entityVersion: 1, channelId: null };
    return this.toRow(auditRecorded(this.service.name), { accountId, ...entity, data: record }, traceparent);
  }

  private toRow<T extends object>(
    type: EventType<T>,
    { accountId, entity, entityVersion, channelId, data }: Occurrence<T>,
    traceparent: string,
  ): OutboxRow {
    // Every consumer has an index on event ids: with random ids, each insert would touch another page of it.
    const eventId = timeOrderedId();
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

  /**
   * Ensures that the transaction gets its number before its rows get their ids, which the relay's horizon relies on.
   */
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

/** Events that commit together are published together, so one that cannot wait takes the others along. */
function summaryOf(rows: readonly OutboxRow[]): CommittedEvents {
  return {
    accountIds: rows.map(({ accountId }) => accountId),
    canWait: rows.every(({ canWait }) => canWait),
  };
}
