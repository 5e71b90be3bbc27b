import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { importHistoryPart } from './job-types';

/** The parts of histories that wait to be stored, as the table `jobs` has them. */
@Injectable()
export class HistoryPartsRepository {
  /**
   * Deletes parts of a deleted channel, with what people wrote: those that wait, and those that were given up. One that
   * is worked on ends without an effect. @returns how many.
   */
  async deleteOf(
    accountId: number,
    channelId: number,
    limit: number,
    manager: EntityManager,
  ): Promise<number> {
    const [, deleted]: [unknown, number] = await manager.query(
      `DELETE FROM cloud_connector.jobs WHERE id = ANY (ARRAY(
         SELECT id FROM cloud_connector.jobs
         WHERE account_id = $1 AND type = $3 AND state IN ('waiting', 'dead')
           AND (data::json->>'channelId')::bigint = $2 LIMIT $4 FOR UPDATE SKIP LOCKED))`,
      [accountId, channelId, importHistoryPart.type, limit],
    );
    return deleted;
  }
}
