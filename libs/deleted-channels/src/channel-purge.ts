import type { EntityManager } from 'typeorm';

/** How a service purges what it holds of a deleted channel. */
export interface ChannelPurge {
  /** Purges up to `limit` rows of the channel. @returns how many; 0 when there is nothing that may go now. */
  purgeSome(accountId: number, channelId: number, limit: number, manager: EntityManager): Promise<number>;
  /** Whether some of it may go only later: the mark then stays, however old it is. Nothing is, if absent. */
  hasUnfinished?(accountId: number, channelId: number, manager: EntityManager): Promise<boolean>;
}

/**
 * Purges by deleting rows, from one table after the other: a table comes after those that refer to it.
 * @param tables with their schema; they have `account_id` and `channel_id`.
 */
export function deleteRowsOf(...tables: string[]): ChannelPurge['purgeSome'] {
  return async (accountId, channelId, limit, manager) => {
    for (const table of tables) {
      const [, deleted]: [unknown, number] = await manager.query(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM ${table} WHERE account_id = $1 AND channel_id = $2 LIMIT $3))`,
        [accountId, channelId, limit],
      );
      if (deleted > 0) return deleted;
    }
    return 0;
  };
}
