import type { DataSource } from 'typeorm';
import type { CloudEvent } from '@chat/contracts';
import { AppError, reasonOf } from '@chat/errors';
import { namesOf, OUTBOX, type DeadEvent } from './dead-event';
import type { EventConsumers } from './event-consumers';
import type { Transactions } from './transactions';

/** An event that a consumer gave up on, or that NATS rejected. */
export interface StoredLetter {
  id: number;
  consumer: string;
  event: CloudEvent;
  reason: string;
  createdAt: Date;
}

export type Replayed =
  { outcome: 'handled' | 'handled_before' | 'queued' } | { outcome: 'failed'; reason: string };

interface Row extends Omit<StoredLetter, 'event'> {
  document: string;
}

/** The dead letters of one service: events that its consumers gave up on, and those that it could not publish. */
export class DeadLetters {
  constructor(
    private readonly dataSource: DataSource,
    private readonly schema: string,
    private readonly transactions: Transactions,
    private readonly consumers: EventConsumers,
    private readonly onError: (error: unknown, event: DeadEvent) => void,
  ) {}

  /** Returns the oldest first, which is the best order for replaying them. */
  async list(afterId: number, limit: number): Promise<StoredLetter[]> {
    return this.read('id > $1 ORDER BY id LIMIT $2', [afterId, limit]);
  }

  /** @throws AppError `not_found` */
  async get(id: number): Promise<StoredLetter> {
    const [letter] = await this.read('id = $1', [id]);
    if (!letter) {
      throw new AppError('not_found', {
        message: `There is no dead letter ${id} here. It was replayed, or it was older than 30 days.`,
      });
    }
    return letter;
  }

  /**
   * Puts an event that NATS rejected back into the outbox, or hands any other event to the consumer that gave it up.
   * The handler's changes, the inbox row and the deletion of the letter then commit together. A concurrent replay or
   * delivery of the event on any replica waits at the inbox row, so that the event takes effect once. Other events of
   * the entity may have been handled in the meantime: a replay is late by nature. After a failure the letter stays,
   * with the new reason.
   * @throws AppError `not_found`, or `conflict` if the service no longer has this consumer.
   */
  async replay(id: number): Promise<Replayed> {
    const { consumer: durable, event } = await this.get(id);
    if (durable === OUTBOX) return this.publish(id, event);
    const consumer = this.consumers.find(durable);
    if (!consumer) {
      throw new AppError('conflict', {
        message: `This version of the service has no consumer ${durable}, so nothing can handle the event. The letter stays.`,
      });
    }
    try {
      return await this.transactions.run(event, async (tx) => {
        const isNew = await consumer.replay(event, tx);
        await tx.manager.query(`DELETE FROM ${this.schema}.dead_letters WHERE id = $1`, [id]);
        return { outcome: isNew ? 'handled' : 'handled_before' };
      });
    } catch (error) {
      this.onError(error, { consumer: durable, ...namesOf(event) });
      const reason = reasonOf(error);
      await this.dataSource.query(`UPDATE ${this.schema}.dead_letters SET reason = $2 WHERE id = $1`, [
        id,
        reason,
      ]);
      return { outcome: 'failed', reason };
    }
  }

  /** Moves the event to the end of the outbox. If NATS rejects it again, it becomes a new dead letter. */
  private async publish(id: number, event: CloudEvent): Promise<Replayed> {
    await this.dataSource.query(
      `WITH letter AS (DELETE FROM ${this.schema}.dead_letters WHERE id = $1 RETURNING event_id, subject, document)
       INSERT INTO ${this.schema}.outbox (account_id, event_id, subject, document)
       SELECT $2, event_id, subject, document FROM letter`,
      [id, event.accountid],
    );
    return { outcome: 'queued' };
  }

  /**
   * Parses the documents here, because Postgres refuses some JSON that events can contain, such as the NUL character.
   */
  private async read(condition: string, values: number[]): Promise<StoredLetter[]> {
    const rows: Row[] = await this.dataSource.query(
      `SELECT id, consumer, document, reason, created_at AS "createdAt"
       FROM ${this.schema}.dead_letters WHERE ${condition}`,
      values,
    );
    return rows.map(({ document, ...letter }) => ({ ...letter, event: JSON.parse(document) as CloudEvent }));
  }
}
