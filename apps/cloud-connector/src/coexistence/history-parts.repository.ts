import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { importHistoryPart } from './job-types';

/** The parts of histories that wait to be imported, as rows of the table `jobs`. */
@Injectable()
export class HistoryPartsRepository {
  /**
   * Deletes the parts of a deleted channel, with their messages, both waiting and given up. A part in progress ends
   * without effect.
   * @returns how many.
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
