import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundLoops } from '@chat/bus';
import { deleteOldRecords } from '@chat/connector-kit';
import { CONFIG } from '@chat/service-kit';
import type { DeviceSessionsConfig } from '../config';

const ROUND_MS = 10 * 60 * 1000;
const BATCH_SIZE = 1_000;
/** A device that could not read a message says so when its phone comes back. */
const CONTENT_DAYS = 14;
/** What the network answered counts as long. */
const ANSWER_DAYS = 1;

/** Deletes old records of what phones sent and received, and of how the network names people. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly dataSource: DataSource,
    loops: BackgroundLoops,
    @Inject(CONFIG) { DEVICE_RECORD_DAYS: days }: DeviceSessionsConfig,
  ) {
    deleteOldRecords(loops, dataSource, { schema: 'device_sessions', days });
    loops.add({ name: 'sent-content-retention', round: () => this.clearContents(), everyMs: ROUND_MS });
    loops.add({ name: 'people-retention', round: () => this.deletePeople(days), everyMs: ROUND_MS });
  }

  /** @returns whether there may be more. */
  private async clearContents(): Promise<boolean> {
    const [, cleared]: [unknown, number] = await this.dataSource.query(
      `UPDATE device_sessions.sends SET content = NULL WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM device_sessions.sends
         WHERE content IS NOT NULL AND created_at < now() - $1 * interval '1 day'
         ORDER BY created_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED))`,
      [CONTENT_DAYS],
    );
    return cleared === BATCH_SIZE;
  }

  /** @returns whether there may be more. */
  private async deletePeople(days: number): Promise<boolean> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM device_sessions.people WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM device_sessions.people
         WHERE checked_at < now() - $1 * interval '1 day'
           AND (NOT has_written OR checked_at < now() - $2 * interval '1 day')
         ORDER BY checked_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED))`,
      [ANSWER_DAYS, days],
    );
    return deleted === BATCH_SIZE;
  }
}
