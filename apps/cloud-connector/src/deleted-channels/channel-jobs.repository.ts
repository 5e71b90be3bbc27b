import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { unreadableMessage } from '../callbacks/job-types';
import { importHistoryPart, unreadableHistory } from '../coexistence/job-types';

const TYPES = [importHistoryPart.type, unreadableHistory.type, unreadableMessage.type];

/** A job's data without escapes: Postgres does not read JSON in which strangers wrote NUL or half a surrogate pair. */
const DATA = `regexp_replace(data, '\\\\(u[0-9a-f]{4}|.)', '', 'g')::json`;

/** Jobs that hold messages of a channel: parts of its history, and messages that could not be read. */
@Injectable()
export class ChannelJobsRepository {
  /**
   * Deletes those of a deleted channel, both waiting and given up. A job in progress ends without effect.
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
         WHERE account_id = $1 AND type = ANY ($3) AND state IN ('waiting', 'dead')
           AND (${DATA}->>'channelId')::bigint = $2 LIMIT $4 FOR UPDATE SKIP LOCKED))`,
      [accountId, channelId, TYPES, limit],
    );
    return deleted;
  }
}
