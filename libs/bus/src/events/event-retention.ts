import type { DataSource } from 'typeorm';
import { BackgroundLoop } from '../background-loop';

const ROUND_MS = 10 * 60 * 1000;
const BATCH_SIZE = 5_000;

/** Deletes what is no longer needed: published outbox rows after 3 days, inbox rows after 7, dead letters after 30. */
export class EventRetention {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly dataSource: DataSource,
    private readonly schema: string,
    onError: (error: unknown) => void,
  ) {
    this.loop = new BackgroundLoop(() => this.deleteBatch(), ROUND_MS, onError);
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** @returns whether there may be more to delete. */
  private async deleteBatch(): Promise<boolean> {
    const outbox = await this.deleteOldest('outbox', 'published_at', '3 days');
    await this.deleteConsumedLetters();
    const inbox = await this.deleteOldest('inbox', 'received_at', '7 days');
    await this.deleteOldest('dead_letters', 'created_at', '30 days');
    return outbox === BATCH_SIZE || inbox === BATCH_SIZE;
  }

  /**
   * Deletes letters whose event was consumed by a later delivery. This happens while the inbox still has the event: a
   * replay after that would let the event take effect twice.
   */
  private async deleteConsumedLetters(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM ${this.schema}.dead_letters AS letter USING ${this.schema}.inbox AS consumed
       WHERE consumed.consumer = letter.consumer AND consumed.event_id = letter.event_id`,
    );
  }

  private async deleteOldest(table: string, column: string, age: string): Promise<number> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM ${this.schema}.${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${this.schema}.${table} WHERE ${column} < now() - interval '${age}' LIMIT ${BATCH_SIZE}))`,
    );
    return deleted;
  }
}
