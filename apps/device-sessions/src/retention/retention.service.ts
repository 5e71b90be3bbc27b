import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundLoops } from '@chat/bus';
import { CONFIG } from '@chat/service-kit';
import type { DeviceSessionsConfig } from '../config';

const ROUND_MS = 10 * 60 * 1000;
const BATCH_SIZE = 1_000;

/**
 * Deletes the records of old messages, in small batches. Until then a repeated send is recognised, a receipt finds its
 * send, and what the network delivers again is known.
 */
@Injectable()
export class RetentionService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: DeviceSessionsConfig,
    loops: BackgroundLoops,
  ) {
    loops.add({ name: 'retention', round: () => this.deleteSome(), everyMs: ROUND_MS });
  }

  /** @returns whether there may be more. */
  private async deleteSome(): Promise<boolean> {
    const sends = await this.deleteOldest('sends', 'created_at');
    const received = await this.deleteOldest('received', 'received_at');
    return sends === BATCH_SIZE || received === BATCH_SIZE;
  }

  private async deleteOldest(table: 'sends' | 'received', column: string): Promise<number> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM device_sessions.${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM device_sessions.${table} WHERE ${column} < now() - $1 * interval '1 day'
         ORDER BY ${column} LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [this.config.DEVICE_RECORD_DAYS, BATCH_SIZE],
    );
    return deleted;
  }
}
