import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import type { CloudEvent, EventType, RequestContext } from '@chat/contracts';

/** What an event says beside its data. */
export interface Occurrence<T extends object> {
  accountId: number;
  /** The entity, as in `messages/17`. */
  entity: string;
  /** Grows with every change of the entity. */
  entityVersion: number;
  data: T;
  /** The request that caused it, if one did. */
  context?: RequestContext;
}

/** A running transaction and the events that become true with it. */
export interface Transaction {
  readonly manager: EntityManager;
  /** Publishes the event if and only if the transaction commits. Call it after the entity's row is locked. */
  emit<T extends object>(type: EventType<T>, occurrence: Occurrence<T>): void;
  /** Runs the work when the transaction has committed. A hint only: a crash in between loses it. */
  afterCommit(work: () => void): void;
}

interface OutboxRow {
  accountId: number;
  eventId: string;
  subject: string;
  document: string;
}

/** Runs the transactions of one service; their events go into its outbox with the same commit. */
export class Transactions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly service: { name: string; schema: string },
    private readonly onCommittedEvents: () => void,
  ) {}

  async run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const rows: OutboxRow[] = [];
    const hints: (() => void)[] = [];
    const result = await this.dataSource.transaction(async (manager) => {
      const value = await work({
        manager,
        emit: (type, occurrence) => void rows.push(this.toRow(type, occurrence)),
        afterCommit: (hint) => void hints.push(hint),
      });
      if (rows.length > 0) await this.insert(manager, rows);
      return value;
    });
    if (rows.length > 0) this.onCommittedEvents();
    for (const hint of hints) hint();
    return result;
  }

  private toRow<T extends object>(type: EventType<T>, occurrence: Occurrence<T>): OutboxRow {
    const eventId = randomUUID();
    const { accountId, entity, entityVersion, data, context } = occurrence;
    const document: CloudEvent<T> = {
      specversion: '1.0',
      id: eventId,
      source: `/services/${this.service.name}`,
      type: type.type,
      subject: entity,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      accountid: String(accountId),
      entityversion: entityVersion,
      ...(context?.traceparent && { traceparent: context.traceparent }),
      data,
    };
    return { accountId, eventId, subject: type.subject, document: JSON.stringify(document) };
  }

  private async insert(manager: EntityManager, rows: OutboxRow[]): Promise<void> {
    await manager.query(
      `INSERT INTO ${this.service.schema}.outbox (account_id, event_id, subject, document)
       SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[])`,
      [
        rows.map((row) => row.accountId),
        rows.map((row) => row.eventId),
        rows.map((row) => row.subject),
        rows.map((row) => row.document),
      ],
    );
  }
}
